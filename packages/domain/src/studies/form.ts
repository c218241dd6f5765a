import type { ErrorCode } from '../error-messages.ts'
import { parseVideoAddress } from './video.ts'

/** The form of a study. A list without a choice is null. */
export type StudyFormValues = {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly titleEn: string
  readonly descriptionEn: string
  readonly mainCentre: string | null
  readonly type: string | null
  readonly filterId: string | null
  readonly sf36Version: string | null
  readonly videoUrl: string
}

/** Returns the errors that the form finds before the server (REQ-STU-10). The English texts and the video may be empty. */
export const findStudyFormErrors = (values: StudyFormValues): Readonly<Partial<Record<keyof StudyFormValues, ErrorCode>>> => {
  const { id, videoUrl, titleEn: _titleEn, descriptionEn: _descriptionEn, ...others } = values
  const empty = Object.entries(others).filter(([, value]) => value === null || value.trim() === '')
  return {
    ...(id.trim() === '' && { id: 'study_id_required' }),
    ...Object.fromEntries(empty.map(([field]) => [field, 'field_required'])),
    ...(videoUrl.trim() !== '' && parseVideoAddress(videoUrl.trim()) === undefined && { videoUrl: 'study_video_wrong' }),
  }
}
