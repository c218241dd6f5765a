import { expect, test } from 'vitest'
import { readSource } from '../repository.ts'
import { printStudyStates, studyStatesPath } from './print.ts'

test('docs/study-states.md matches the code; `pnpm contract:print` writes it', () => {
  expect(readSource(studyStatesPath).text, 'run `pnpm contract:print`').toBe(printStudyStates())
})

test('REQ-STU-11: each operation is printed with its actors and the states that follow', () => {
  const printed = printStudyStates()
  expect(printed).toContain('| approve, as the main centre | mainCentre | AlreadySentToCenters | – | – | – | – | – | no | yes |')
  expect(printed).toContain('| answer an invitation | patient | – | – | – | Active | – | – | no | no |')
  expect(printed).toContain('| Active | `title`, `description`, `videoUrl`, `endDate` |')
})
