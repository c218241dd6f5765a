import type { PlantedFault } from '../planted-fault.ts'

const folder = 'tooling/src/guards'

const blind = (name: string, guard: string, find: string, replace = '', test = guard): PlantedFault => ({
  name,
  file: `${folder}/${guard}.ts`,
  find,
  replace,
  tests: [`${folder}/${test}.test.ts`],
})

/** Guards that see less than they say. */
export const guardsFaults: readonly PlantedFault[] = [
  blind('the guard of raw SQL sees no statement handed over as text', 'raw-sql', "if (memberName(member) === 'unsafe') found += 1"),
  blind('the guard of raw SQL looks at no file', 'raw-sql', 'isProduct(path) && !sqlPackages.test(path)', 'false'),
  blind('the guard of rights sees no role in a template', 'rights', 'if (names.has(literalText(template))) found = true'),
  blind('a procedure needs no permission', 'procedures', "!known.has(permission) && 'declares no permission of the table',\n"),
  blind('a procedure needs no output schema', 'procedures', "!output && 'has no output schema',\n"),
  blind('a package may import every other', 'imports', 'return rule.ours.includes(ours) ? undefined :', 'return ours ? undefined :'),
  blind('a feature may import another', 'imports', 'return other && other !== feature ?', 'return other === feature ?'),
  blind(
    'the domain may ask the clock',
    'syntax',
    "if (nameOf(callee) === 'Date' && given.length === 0) found.push('new Date()')",
    '',
    'imports',
  ),
  blind(
    'a promised line needs no evidence',
    'evidence',
    '...promised.filter((id) => !ids.has(id)).map((id) => `${id} is promised and has no line`),\n',
  ),
  blind(
    'a line without a test is evidence',
    'evidence',
    '...[...ids].filter((id) => !mentions.has(id)).map((id) => `${id} is mentioned by no test`),\n',
  ),
  blind(
    'a promise may name a test that is gone',
    'promises',
    'return file.text.includes(title) ? undefined :',
    'return file ? undefined :',
  ),
  blind('a screen may hold a text in its own words', 'screen-texts', 'JSXText: ({ value }) => add(value),\n'),
  blind(
    'a screen may hold a text in braces',
    'screen-texts',
    'JSXExpressionContainer: ({ expression }) => add(literalText(expression)),\n',
  ),
  blind('a label may be in one language', 'screen-texts', "'label',\n"),
  blind('a feature may import another by the name of its package', 'imports', "folder && join(folder, 'src', ...rest)", 'undefined'),
  blind(
    'the guard of raw SQL sees no member in brackets',
    'syntax',
    'if (computed) return literalText(property)',
    'if (computed) return undefined',
    'raw-sql',
  ),
  blind('the guard of raw SQL does not say what to do', 'raw-sql', ': bind values in a sql template,'),
  blind('the domain may ask the clock of globalThis', 'syntax', ".replace(/^globalThis\\./, '')", '', 'imports'),
  blind('a file of tests may be left out by a condition', 'texts', "new RegExp(`\\\\.run${'If'}", "new RegExp(`\\\\.runs${'If'}"),
  blind('a bare comment is evidence', 'evidence', 'testNamesIn(file).flatMap((name)', '[file.text].flatMap((name)'),
  blind(
    'the guard of migrations does not say what to do',
    'migrations.test',
    'is missing: write it with `pnpm --filter @registry/db generate` and commit it',
    'is missing',
    'migrations',
  ),
  blind('a column may be in no dictionary', 'dictionary', 'return [...fieldFindings, ...strangers]', 'return fieldFindings'),
]
