import { editableFields } from '@registry/domain/studies/editable-fields'
import { studyStates } from '@registry/domain/studies/states'
import { studyTransitions, type StudyOperation } from '@registry/domain/studies/transitions'

export const studyStatesPath = 'docs/study-states.md'

const head = `# The life of a study

Which operation each state of a study allows, who carries it out, and the state that follows (REQ-STU-01, REQ-STU-11). \`–\` is refused, by the server and by the
database. \`while suspended\` tells whether a suspended study allows it, \`after the end\` whether it is possible after the last day of the enrolment. The system acts
in the transaction of another actor: an invitation follows an approval or an end date, a closing follows an export.

\`pnpm contract:print\` makes this page from \`packages/domain/src/studies\`; a guard compares it.
`

/** What an operation does, in words. */
const descriptions: Readonly<Record<StudyOperation, string>> = {
  change: 'change fields',
  approveEthics: 'approve, as the main centre',
  refuseEthics: 'refuse, as the main centre',
  decideForCentre: 'decide for another centre',
  setEndDate: 'set the enrolment end date',
  decidePatients: 'approve or refuse candidates',
  invite: 'invite an approved candidate',
  answer: 'answer an invitation',
  exportAsCentre: 'export, as a centre',
  exportAsManager: 'export, as DataManager',
  closeByExport: 'close after the end date',
  terminate: 'end the study',
  suspend: 'suspend',
  reactivate: 'reactivate',
  remove: 'delete',
}

const formatFlag = (flag: boolean): string => (flag ? 'yes' : 'no')
const formatRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

const operations = Object.entries(studyTransitions).map(([name, { actors, states, whileSuspended, afterEndDate }]) => {
  const following: Readonly<Record<string, string>> = states
  const description: Readonly<Record<string, string>> = descriptions
  return formatRow([
    description[name] ?? name,
    actors.join(', '),
    ...studyStates.map((state) => following[state] ?? '–'),
    formatFlag(whileSuspended),
    formatFlag(afterEndDate),
  ])
})

/** Prints docs/study-states.md. */
export const printStudyStates = (): string => {
  const columns = ['operation', 'who', ...studyStates, 'while suspended', 'after the end']
  const fields = studyStates.map((state) => formatRow([state, editableFields[state].map((field) => `\`${field}\``).join(', ') || '–']))
  return [
    head,
    formatRow(columns),
    formatRow(columns.map(() => '---')),
    ...operations,
    '',
    '## Fields that GlobalAdmin changes',
    '',
    'The code never changes. After the approval the other fields are fixed, because the ethics committees approved them (REQ-STU-05).',
    '',
    formatRow(['state', 'fields']),
    formatRow(['---', '---']),
    ...fields,
    '',
  ].join('\n')
}
