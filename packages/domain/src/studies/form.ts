import type { ErrorCode } from '../error-messages.ts'
import { isStudyContact } from './contact.ts'
import { parseVideoAddress } from './video.ts'

/** The form of a study. A list without a choice is null. */
export type StudyFormValues = {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly titleEn: string
  readonly descriptionEn: string
  readonly purpose: string
  readonly purposeEn: string
  readonly duration: string
  readonly durationEn: string
  readonly contactName: string
  readonly contact: string
  readonly mainCentre: string | null
  readonly type: string | null
  readonly filterId: string | null
  readonly sf36Version: string | null
  readonly videoUrl: string
}

/** Returns the errors that the form finds before the server (REQ-STU-10). The English texts, purpose, duration, contact and video may be empty. */
export const findStudyFormErrors = (values: StudyFormValues): Readonly<Partial<Record<keyof StudyFormValues, ErrorCode>>> => {
  const { id, videoUrl, title, description, mainCentre, type, filterId, sf36Version } = values
  const required = { title, description, mainCentre, type, filterId, sf36Version }
  const empty = Object.entries(required).filter(([, value]) => value === null || value.trim() === '')
  const contactName = values.contactName.trim()
  const contact = values.contact.trim()
  return {
    ...(id.trim() === '' && { id: 'study_id_required' }),
    ...(contactName === '' && contact !== '' && { contactName: 'field_required' }),
    ...(contact === '' && contactName !== '' && { contact: 'field_required' }),
    ...(contact !== '' && !isStudyContact(contact) && { contact: 'study_contact_wrong' }),
    ...Object.fromEntries(empty.map(([field]) => [field, 'field_required'])),
    ...(videoUrl.trim() !== '' && parseVideoAddress(videoUrl.trim()) === undefined && { videoUrl: 'study_video_wrong' }),
  }
}
