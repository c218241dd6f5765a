import { z } from 'zod'
import { getPrincipals, type Caller } from '@registry/api-contract/caller'
import { FilterId } from '@registry/api-contract/saved-filters'
import { ChangedStudy, NewStudy, StudyAnswerInput, StudyEthicsDecision, StudyRole } from '@registry/api-contract/studies'
import { StudyId } from '@registry/api-contract/study-id'
import { appErrorFromZod } from '@registry/api-contract/zod-errors'
import { mayUse } from '@registry/domain/access/permissions'
import { AppError, validationError } from '@registry/domain/error'
import { fieldTexts } from '@registry/domain/legacy/messages'
import { legacyOperation, legacyRoute, noFields } from '../../http/legacy/declare.ts'
import { filledText, integer, lang, optionalFlag, optionalText, text, unread } from '../../http/legacy/fields.ts'
import type { LegacyCall, LegacyRoute } from '../../http/legacy/route.ts'
import { listLegacyStudies, LegacyStudy } from './legacy-rows.ts'
import { decideForCentre, studies } from './service.ts'

const descriptions = {
  id: fieldTexts.studyId,
  name: fieldTexts.studyTitle,
  title: fieldTexts.studyTitle,
  description: fieldTexts.studyDescription,
  title_en: fieldTexts.studyTitleEn,
  description_en: fieldTexts.studyDescriptionEn,
  end_enrollment_date: fieldTexts.end_enrollment_date,
  main_center: fieldTexts.main_center,
  center: fieldTexts.studyCentre,
  ethics_committee_approval: fieldTexts.ethics_committee_approval,
  reason: fieldTexts.studyEthicsReason,
  clinical_study_type: fieldTexts.clinical_study_type,
  inthem_query_code: fieldTexts.inthem_query_code,
  sf36_code: fieldTexts.sf36_code,
  video_url: fieldTexts.video_url,
  status: fieldTexts.studyStatus,
  as_role: fieldTexts.studyRole,
}
const fieldNames = {
  titleEn: 'title_en',
  descriptionEn: 'description_en',
  mainCentre: 'main_center',
  type: 'clinical_study_type',
  filterId: 'inthem_query_code',
  sf36Version: 'sf36_code',
  videoUrl: 'video_url',
  endDate: 'end_enrollment_date',
}
const example = {
  id: 'FERRO-1',
  title: 'Ferro e cuore',
  description: 'Il ferro nel cuore dopo la chelazione',
  title_en: 'Iron and heart',
  description_en: 'Iron in the heart after chelation',
  main_center: 'RM01',
  clinical_study_type: 'EA',
  inthem_query_code: '1',
  sf36_code: '1',
}

const list = legacyOperation({
  method: 'POST',
  path: '/clinical_study',
  action: 'LIST',
  summary: /*i18n*/ { id: 'api.clinical_study_list', message: 'Elenca gli studi clinici; a un paziente, quelli che lo hanno invitato' },
  permission: 'study:list',
  command: 'clinical_study',
  reads: 'own',
  request: z.object({ as_role: filledText(StudyRole), lang }),
  response: z.object({ rows: z.array(LegacyStudy) }),
  errors: [],
  descriptions,
  example: { session: 'uses', fields: { action: 'LIST', lang: 'it' } },
  handle: async (caller, { as_role: asRole }, { deps }) => ({ rows: await listLegacyStudies(deps, caller, asRole) }),
})

/** Old programs send fields that only the server sets. Their values are ignored. */
const setByServer = { status: unread(z.string()), ethics_committee_approval: unread(z.boolean()) }

const add = legacyRoute({
  method: 'POST',
  path: '/clinical_study',
  action: 'ADD',
  summary: /*i18n*/ { id: 'api.clinical_study_add', message: 'Crea uno studio clinico' },
  procedure: (api) => api.studies.create,
  request: z.object({
    id: text(StudyId),
    title: text(NewStudy.shape.title),
    description: text(NewStudy.shape.description),
    title_en: optionalText(z.string()),
    description_en: optionalText(z.string()),
    main_center: text(NewStudy.shape.mainCentre),
    clinical_study_type: text(NewStudy.shape.type),
    inthem_query_code: integer(FilterId),
    sf36_code: integer(NewStudy.shape.sf36Version),
    video_url: filledText(z.string()),
    end_enrollment_date: filledText(z.string()),
    ...setByServer,
    lang,
  }),
  response: z.object({}),
  errors: [
    'study_id_in_use',
    'study_centre_unknown',
    'study_type_unknown',
    'filter_not_found',
    'study_questionnaire_unknown',
    'study_end_date_past',
  ],
  descriptions,
  example: { session: 'uses', fields: { action: 'ADD', ...example } },
  toInput: (request) => ({
    id: request.id,
    title: request.title,
    description: request.description,
    titleEn: request.title_en,
    descriptionEn: request.description_en,
    mainCentre: request.main_center,
    type: request.clinical_study_type,
    filterId: request.inthem_query_code,
    sf36Version: request.sf36_code,
    videoUrl: request.video_url ?? null,
    endDate: request.end_enrollment_date,
  }),
  toResponse: noFields,
  fieldNames,
})

type DecisionFields = {
  readonly id: string
  readonly center: string | undefined
  readonly approved: boolean | undefined
  readonly reason: string | undefined
}

/** Whether a call contains the decision of a centre: its CenterAdmin names the centre, or may do nothing else. */
const isDecision = ({ actor }: Caller, centre: string | undefined): boolean =>
  !mayUse(getPrincipals(actor), 'study:write') ||
  (centre !== undefined && actor.kind === 'staff' && actor.roles.some(({ center }) => center === centre))

const decide = async (
  caller: Caller,
  { id, center, approved, reason }: DecisionFields,
  { deps }: LegacyCall,
): Promise<Record<string, never>> => {
  if (approved === undefined) throw validationError({ ethics_committee_approval: { code: 'field_required' } })
  const centre = center === undefined ? {} : { centre: center }
  await decideForCentre(deps, caller, { id, ...centre, approved, reason, committee: null, decidedOn: null })
  return {}
}

const { title, description, mainCentre, type, filterId, sf36Version } = ChangedStudy.shape

/** A GlobalAdmin changes a study; the CenterAdmin of the main centre sends its ethics decision (document 2, section 4). */
const change = legacyOperation({
  method: 'POST',
  path: '/clinical_study',
  action: 'CHANGE',
  summary: /*i18n*/ {
    id: 'api.clinical_study_change',
    message: 'Modifica uno studio; dal centro responsabile, inserisce la valutazione del suo comitato etico',
  },
  permission: 'study:change',
  command: 'clinical_study',
  request: z.object({
    id: text(StudyId),
    title: optionalText(title.unwrap()),
    description: optionalText(description.unwrap()),
    title_en: optionalText(z.string()),
    description_en: optionalText(z.string()),
    main_center: optionalText(mainCentre.unwrap()),
    clinical_study_type: optionalText(type.unwrap()),
    inthem_query_code: filledText(z.coerce.number().pipe(filterId.unwrap())),
    sf36_code: filledText(z.coerce.number().pipe(sf36Version.unwrap())),
    video_url: optionalText(z.string()),
    end_enrollment_date: filledText(z.string()),
    status: unread(z.string()),
    center: filledText(z.string().max(80)),
    ethics_committee_approval: optionalFlag(),
    reason: filledText(StudyEthicsDecision.shape.reason.unwrap()),
    lang,
  }),
  response: z.object({}),
  errors: [
    'study_not_found',
    'study_ended',
    'study_field_fixed',
    'study_end_date_past',
    'study_ethics_decided',
    'study_ethics_fixed',
    'study_not_sent',
  ],
  descriptions,
  example: { session: 'uses', fields: { action: 'CHANGE', id: 'FERRO-1', title: 'Ferro, cuore e fegato' } },
  handle: async (caller, request, call) => {
    const { id, center, ethics_committee_approval: approved, reason } = request
    if (isDecision(caller, center)) return decide(caller, { id, center, approved, reason }, call)
    await studies(call.deps)
      .change(caller, parseChange(request))
      .catch((error: unknown) => {
        throw error instanceof AppError ? renameFields(error) : error
      })
    return {}
  },
})

type ChangeRequest = {
  readonly [
    Name in
      | 'title'
      | 'description'
      | 'title_en'
      | 'description_en'
      | 'main_center'
      | 'clinical_study_type'
      | 'video_url'
      | 'end_enrollment_date'
  ]?: string | undefined
} & {
  readonly id: string
  readonly inthem_query_code?: number | undefined
  readonly sf36_code?: number | undefined
}

/** Reads the values by the schema of the contract, with the old names in its errors. */
const parseChange = (request: ChangeRequest): ChangedStudy => {
  const parsed = ChangedStudy.safeParse({
    id: request.id,
    title: request.title,
    description: request.description,
    titleEn: request.title_en,
    descriptionEn: request.description_en,
    mainCentre: request.main_center,
    type: request.clinical_study_type,
    filterId: request.inthem_query_code,
    sf36Version: request.sf36_code,
    videoUrl: request.video_url === undefined ? undefined : request.video_url || null,
    endDate: request.end_enrollment_date,
  })
  if (parsed.success) return parsed.data
  throw renameFields(appErrorFromZod(parsed.error))
}

const names: Readonly<Record<string, string>> = fieldNames
/** Gives failing fields their old names. */
const renameFields = ({ detail: { code, params }, fields }: AppError): AppError =>
  new AppError(code, params, Object.fromEntries(Object.entries(fields).map(([name, detail]) => [names[name] ?? name, detail])))

const approve = legacyOperation({
  method: 'POST',
  path: '/clinical_study',
  action: 'ETHIC_APPROVAL',
  summary: /*i18n*/ { id: 'api.clinical_study_ethics', message: 'Inserisce la valutazione del comitato etico del centro' },
  permission: 'study:decide',
  command: 'clinical_study',
  request: z.object({
    id: text(StudyId),
    center: filledText(z.string().max(80)),
    ethics_committee_approval: optionalFlag(),
    reason: filledText(StudyEthicsDecision.shape.reason.unwrap()),
    lang,
  }),
  response: z.object({}),
  errors: ['study_not_found', 'study_ethics_decided', 'study_ethics_fixed', 'study_not_sent', 'study_enrolment_over', 'study_suspended'],
  descriptions,
  example: { session: 'uses', fields: { action: 'ETHIC_APPROVAL', id: 'FERRO-1', center: 'RM01', ethics_committee_approval: 'true' } },
  handle: (caller, { id, center, ethics_committee_approval: approved, reason }, call) =>
    decide(caller, { id, center, approved, reason }, call),
})

const join = legacyRoute({
  method: 'POST',
  path: '/patient/JoinStudy',
  summary: /*i18n*/ {
    id: 'api.JoinStudy',
    message:
      'Registra la risposta del paziente a uno studio, o la cambia: da Sì a No in ogni momento, da No a Sì finché lo studio raccoglie risposte',
  },
  procedure: (api) => api.studies.answer,
  request: z.object({ StudyCode: text(StudyId), status: text(StudyAnswerInput.shape.answer), lang }),
  response: z.object({}),
  errors: ['study_not_found', 'study_consents_missing', 'study_not_open', 'study_enrolment_over', 'study_suspended'],
  descriptions: { StudyCode: fieldTexts.studyId, status: fieldTexts.studyAnswer },
  example: { session: 'uses', fields: { StudyCode: 'FERRO-1', status: 'ConsensoNO' } },
  toInput: ({ StudyCode: id, status: answer }) => ({ id, answer }),
  toResponse: noFields,
  fieldNames: { id: 'StudyCode', answer: 'status' },
})

export const studyLifecycleLegacy: readonly LegacyRoute[] = [list, add, change, approve, join]
