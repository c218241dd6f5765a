import type { HelpBlock, HelpRun } from '@registry/domain/help/document'
import { helpMessages } from '@registry/domain/messages/help'
import type { Language } from '@registry/domain/language'
import { studyActorMessages, studyOperationMessages, studyStateMessages } from '@registry/domain/messages/study-lifecycle'
import { studyStates } from '@registry/domain/studies/states'
import { listTransitions } from '@registry/domain/studies/transitions'
import type { Messages } from '../../shared/messages.ts'
import type { GeneratedBlocks } from './markdown.ts'

const cell = (text: string): HelpRun[] => [{ text }]

/** Builds the manual's table of the study lifecycle from the rules that the server applies (REQ-STU-11). */
export const buildStudyLifecycleTable = (messages: Messages, language: Language): GeneratedBlocks => {
  const format = (text: { readonly id: string; readonly message: string }): string => messages.format(text, language)
  const formatFlag = (flag: boolean): string => (flag ? format(helpMessages.yes) : '–')
  const table: HelpBlock = {
    kind: 'table',
    head: [
      cell(format(helpMessages.command)),
      cell(format(helpMessages.actor)),
      ...studyStates.map((state) => cell(format(studyStateMessages[state]))),
      cell(format(helpMessages.whileSuspended)),
      cell(format(helpMessages.afterEndDate)),
    ],
    rows: listTransitions().map(({ operation, actors, states, whileSuspended, afterEndDate }) => [
      cell(format(studyOperationMessages[operation])),
      cell(actors.map((actor) => format(studyActorMessages[actor])).join(', ')),
      ...studyStates.map((state) => {
        const next = states[state]
        return cell(next === undefined ? '–' : format(studyStateMessages[next]))
      }),
      cell(formatFlag(whileSuspended)),
      cell(formatFlag(afterEndDate)),
    ]),
  }
  return { 'study-lifecycle': [table] }
}
