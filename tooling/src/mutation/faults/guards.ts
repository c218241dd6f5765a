import type { PlantedFault } from '../planted-fault.ts'

const folder = 'tooling/src/guards'

const weakenGuard = (name: string, guard: string, find: string, replace = '', test = guard): PlantedFault => ({
  name,
  file: `${folder}/${guard}.ts`,
  find,
  replace,
  tests: [`${folder}/${test}.test.ts`],
})

/** Guards that miss what they should find. */
export const guardsFaults: readonly PlantedFault[] = [
  weakenGuard('the guard of raw SQL misses statements as text', 'raw-sql', "if (memberName(member) === 'unsafe') found += 1"),
  weakenGuard('the guard of raw SQL reads no file', 'raw-sql', 'isProduct(path) && !sqlPackages.test(path)', 'false'),
  weakenGuard('the guard of rights misses roles in a template', 'rights', 'if (names.has(literalText(template))) found = true'),
  weakenGuard('a procedure needs no permission', 'procedures', '!known.has(permission) && ', 'false && '),
  weakenGuard('a procedure needs no output schema', 'procedures', '!output && ', 'false && '),
  weakenGuard('a package may import every other', 'imports', 'return rule.ours.includes(ours) ? undefined :', 'return ours ? undefined :'),
  weakenGuard('a feature may import another', 'imports', 'if (feature && other && other !== feature)', 'if (feature && other === feature)'),
  weakenGuard(
    'the domain may read the clock',
    'syntax',
    "if (nameOf(callee) === 'Date' && args.length === 0) found.push('new Date()')",
    '',
    'imports',
  ),
  weakenGuard('a promised line needs no evidence', 'evidence', 'promised.filter((id) => !ids.has(id))', 'promised.filter(() => false)'),
  weakenGuard('a line without a test is evidence', 'evidence', '.filter((id) => !mentions.has(id))', '.filter(() => false)'),
  weakenGuard(
    'a promise may name a test that is gone',
    'promises',
    'return file.text.includes(title) ? undefined :',
    'return file ? undefined :',
  ),
  weakenGuard('a screen may contain untranslated text', 'screen-texts', 'JSXText: ({ value }) => add(value),\n'),
  weakenGuard(
    'a screen may contain untranslated text in braces',
    'screen-texts',
    'JSXExpressionContainer: ({ expression }) => add(literalText(expression)),\n',
  ),
  weakenGuard('a label may be in one language', 'screen-texts', "'label',\n"),
  weakenGuard('a feature may import another by the name of its package', 'imports', 'folder && join(folder, ...rest)', 'undefined'),
  weakenGuard(
    'the guard of raw SQL misses members in brackets',
    'syntax',
    'if (computed) return literalText(property)',
    'if (computed) return undefined',
    'raw-sql',
  ),
  weakenGuard('the guard of raw SQL does not say what to do', 'raw-sql', 'bind values in a sql template, or '),
  weakenGuard('the domain may read the clock of globalThis', 'syntax', ".replace(/^globalThis\\./, '')", '', 'imports'),
  weakenGuard('a file of tests may be left out by a condition', 'texts', "new RegExp(`\\\\.run${'If'}", "new RegExp(`\\\\.runs${'If'}"),
  weakenGuard('a bare comment is evidence', 'evidence', 'listTestNames(file).flatMap((name)', '[file.text].flatMap((name)'),
  weakenGuard(
    'the guard of migrations does not say what to do',
    'migrations.test',
    "remedy: 'write it with `pnpm db:generate` and commit it'",
    "remedy: ''",
    'migrations',
  ),
  weakenGuard('a column may be in no dictionary', 'dictionary', 'return [...fieldFindings, ...strangers]', 'return fieldFindings'),
]
