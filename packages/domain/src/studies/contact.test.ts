import { expect, test } from 'vitest'
import { buildContactLink, isStudyContact } from './contact.ts'

test.each([
  ['studio@example.org', 'mailto:studio@example.org'],
  ['+39 06 555-0101', 'tel:+39065550101'],
])('REQ-STU-21: %s can be the contact of a study team', (contact, link) => {
  expect(isStudyContact(contact)).toBe(true)
  expect(buildContactLink(contact)).toBe(link)
})

test.each(['', 'Rita', 'a@b', 'studio @example.org', '1234', 'javascript:alert(1)'])('REQ-STU-21: %j cannot', (contact) => {
  expect(isStudyContact(contact)).toBe(false)
})
