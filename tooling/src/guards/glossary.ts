import type { Finding, SourceFile } from '../repository.ts'

/** A word that must not come back, and the word to use, both in lower case. `audit log` also matches `auditLog` and `audit_log`. */
export type GlossaryEntry = { readonly not: string; readonly say: string }

/** Add a word when its last occurrence has been renamed. */
export const glossary: readonly GlossaryEntry[] = [
  { not: 'activity log', say: 'audit log' },
  { not: 'uncrossed', say: 'lock' },
  { not: 'even time', say: 'constant time' },
  { not: 'rehearse', say: 'dry run' },
  { not: 'rehearsal', say: 'dry run' },
  { not: 'rehearsed', say: 'dry run' },
  { not: 'front door', say: 'request hooks' },
  { not: 'lots', say: 'batches' },
  { not: 'legacy door', say: 'legacy API' },
  { not: 'trpc door', say: 'tRPC plugin' },
  { not: 'server src edge', say: 'server/src/http' },
  { not: 'db src objects', say: 'db/src/sql' },
  { not: 'in context', say: 'withTransaction' },
  { not: 'transact', say: 'writeTransaction' },
  { not: 'fault texts', say: 'error messages' },
  { not: 'journey', say: 'e2e test' },
  { not: 'journeys', say: 'e2e tests' },
  { not: 'what is asked', say: 'request' },
  { not: 'of the ones that', say: 'of those that' },
  { not: 'a word about', say: 'about' },
  { not: 'riddle', say: 'plain sentence' },
  { not: 'henceforth', say: 'from now on' },
  { not: 'hitherto', say: 'until now' },
  { not: 'whence', say: 'from where' },
  { not: 'wherein', say: 'in which' },
  { not: 'lest', say: 'so that … not' },
  { not: 'door', say: 'path' },
  { not: 'doors', say: 'paths' },
  { not: 'whoever', say: 'the person who' },
  { not: 'meanwhile', say: 'at the same time' },
  { not: 'letterbox', say: 'mailbox' },
  { not: 'entrance', say: 'sign-in' },
  { not: 'entrances', say: 'sites' },
  { not: 'sealed', say: 'encrypted' },
  { not: 'sealing', say: 'encryption' },
  { not: 'evenly', say: 'constant time' },
  { not: 'proof required', say: 'reauthentication required' },
  { not: 'too many tries', say: 'too many attempts' },
  { not: 'many misses', say: 'many failures' },
  { not: 'second factor offer', say: 'second factor enrolment' },
  { not: 'kind tests', say: 'kind predicates' },
  { not: 'where tests', say: 'where predicates' },
  { not: 'giving way', say: 'throttle' },
  { not: 'take turn', say: 'lock' },
  { not: 'kept process', say: 'child process' },
  { not: 'work in front', say: 'dashboard' },
  { not: 'test world', say: 'fixture' },
  { not: 'cookie jar', say: 'cookies' },
  { not: 'load run', say: 'import run' },
  { not: 'legacy shapes', say: 'legacy route' },
  { not: 'what is told', say: 'what the response says' },
]

type WireName = { readonly name: string; readonly allowedIn: RegExp }

/** Names that the outside fixes, and the files that may say them: fields of requests, columns of files and fields of the dictionary. */
const wireNames: readonly WireName[] = [
  ...['CENTER_CODE', 'CENTER_ID', 'CENTER_START'].map((name) => ({ name, allowedIn: /./ })),
  {
    name: 'centerCode',
    allowedIn: /^(README\.md|docs|e2e|apps\/server\/src\/http|packages\/domain\/src\/(legacy|centres|error-messages))/,
  },
  {
    name: 'centerCode',
    allowedIn: /^apps\/server\/src\/(auth\/(caller-centre|centre-access)\.ts|.*(legacy(-[a-z]+)?\.ts|\.test\.ts|\/testing\/))/,
  },
  {
    name: 'centerCode',
    allowedIn: /^(packages\/api-contract\/src\/caller|bench\/src\/goals\/(imports|contacts)|tooling\/src\/demo\/accounts)\.ts$/,
  },
  { name: 'center_code', allowedIn: /^(docs\/(manual|decisions)|packages\/(domain|demo-data)\/src)\// },
  // A record names its centre by the field of the dictionary.
  { name: 'center_code', allowedIn: /^apps\/staff\/src\/features\/ecrf\/use-record-form\.ts$/ },
  { name: 'center_code', allowedIn: /^apps\/server\/src\/.*(\/ecrf\/(legacy|queries)\.ts|\.test\.ts|\/testing\/)/ },
  {
    name: 'center_id',
    allowedIn:
      /^(docs\/contract\.txt$|apps\/server\/src\/features\/studies\/(legacy-(centre|rows)\.ts|put-patients\.ts|.*\.test\.ts|testing\/))/,
  },
  { name: 'center_id', allowedIn: /^apps\/server\/src\/features\/ecrf\/(legacy(\.test)?\.ts|testing\/)/ },
  { name: 'center_id', allowedIn: /^apps\/server\/src\/auth\/.*\.test\.ts$/ },
  { name: 'center_id', allowedIn: /^(packages\/tabular\/src\/read|apps\/server\/src\/features\/imports)\/.*\.test\.ts$/ },
]

const wireSpelling = /(?:[a-z]+_)*center_?(?:code|id|start)/gi

const findWireNames = (path: string, line: string): readonly GlossaryEntry[] =>
  [...line.matchAll(wireSpelling)]
    .filter(([spelt]) => !wireNames.some(({ name, allowedIn }) => name === spelt && allowedIn.test(path)))
    .map(([spelt]) => ({ not: spelt, say: 'centreCode for a centre, centrePatientCode for its code of a patient' }))

/** Files that must quote the words. */
const quotesWords =
  /^(apps\/server\/src\/http\/upload-answers\.test\.ts|packages\/tabular\/src\/near-name\.test\.ts|tooling\/src\/guards\/glossary(\.test)?\.ts|CODE_STYLE\.md|pnpm-lock\.yaml)$/

/** `auditLog`, `audit_log` and `audit-log` become `audit log`. */
const splitWords = (text: string): string =>
  text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase()

const findWords = (text: string, entries: readonly GlossaryEntry[]): readonly GlossaryEntry[] => {
  const words = ` ${splitWords(text).replaceAll(/[^a-z\d]+/g, ' ')} `
  return entries.filter(({ not }) => words.includes(` ${not} `))
}

const describeEntry = ({ not, say }: GlossaryEntry) => ({ problem: `says "${not}"`, remedy: `say "${say}"` })

/** Finds words of the glossary in paths, identifiers, comments and documents, and wire names where they do not belong. */
export const checkGlossary = (files: readonly SourceFile[], entries: readonly GlossaryEntry[] = glossary): Finding[] =>
  files
    .filter(({ path }) => !quotesWords.test(path))
    .flatMap(({ path, text }) => [
      ...findWords(path, entries).map((entry) => ({ path, problem: `the path says "${entry.not}"`, remedy: `say "${entry.say}"` })),
      ...text.split('\n').flatMap((line, index) =>
        [...findWords(line, entries), ...findWireNames(path, line)].map((entry) => ({
          path: `${path}:${index + 1}`,
          ...describeEntry(entry),
        })),
      ),
    ])
