import { z } from 'zod'
import { centreQueryStates, discrepancyStates, maxDiscrepancyText } from '@registry/domain/discrepancies/states'
import { formSections } from '@registry/domain/ecrf/form'
import { FieldNameText, RecordAddress } from './ecrf.ts'
import { Done, namedCentre, WrittenText } from './fields.ts'
import { procedure, router } from './trpc.ts'

const Id = z.number().int().min(1).max(2_147_483_647)
const Text = WrittenText.min(1).max(maxDiscrepancyText)
const CheckKey = z.string().min(1).max(80)
const Moment = z.string()
const SignedText = z.object({ text: z.string(), by: z.string(), at: Moment })

/** A check as people read it: its rule, its fields by name, and its message in the caller's language. A soft limit has no rule. */
const Check = {
  checkKey: z.string(),
  rule: z.string().nullable(),
  severity: z.enum(['error', 'warning']),
  fields: z.array(z.string()),
  message: z.string(),
}

export const DiscrepancySearch = z.strictObject({
  ...namedCentre,
  state: z.enum(discrepancyStates).default('open'),
  checkKey: CheckKey.optional(),
  /** Only discrepancies whose check names this field. */
  field: FieldNameText.optional(),
  /** The `next` of the previous page. */
  cursor: Id.optional(),
  /** TanStack Query sends the direction of its infinite queries. */
  direction: z.enum(['forward', 'backward']).optional(),
})

/** A discrepancy of one record, for its centre. */
export const Discrepancy = z.object({
  id: Id,
  /** The address of the patient's record. */
  record: z.uuid(),
  /** The patient's code at the centre. */
  code: z.string(),
  ...Check,
  state: z.enum(discrepancyStates),
  /** The present values of the fields as people read them, in the caller's language. Empty once they were corrected. */
  values: z.array(
    z.object({
      field: z.string(),
      text: z.string(),
      /** The last different value, and when it was last saved. */
      previous: z.object({ text: z.string(), at: Moment }).nullable(),
      /** The value computed from dated results, if the reported one differs much (RULE-39). */
      computed: z.string().exactOptional(),
    }),
  ),
  openedAt: Moment,
  correctedAt: Moment.nullable(),
  answer: SignedText.nullable(),
  closed: z.object({ by: z.string(), at: Moment }).nullable(),
})

const StateCounts = z.object({ open: z.number().int(), answered: z.number().int(), corrected: z.number().int(), closed: z.number().int() })

export const DiscrepancyPage = z.object({
  discrepancies: z.array(Discrepancy),
  counts: StateCounts,
  /** The checks with discrepancies in the state, for the choice of one field or check. */
  checks: z.array(z.object(Check)),
  next: Id.nullable(),
})

export const DiscrepancyAnswer = z.strictObject({ ...namedCentre, ids: z.array(Id).min(1).max(1000), reason: Text })
export const DiscrepancyClosing = z.strictObject({ ...namedCentre, ids: z.array(Id).min(1).max(1000) })
export const ClosedDiscrepancies = z.object({ closed: z.number().int() })

/** The discrepancies of one check at one centre, as numbers (REQ-CRF-11). */
export const DiscrepancyCount = z.object({
  centre: z.object({ code: z.string(), name: z.string() }),
  ...Check,
  open: z.number().int(),
  answered: z.number().int(),
  corrected: z.number().int(),
})
export const DiscrepancyOverview = z.object({
  centres: z.array(z.object({ code: z.string(), name: z.string() })),
  counts: z.array(DiscrepancyCount),
})

/** The side on which the caller reads, replies or closes: the DataManagers of an area, or a centre. */
const side = { ...namedCentre, of: z.enum(['area', 'centre']) }

/** The queries of the caller's area or of the caller's centre, or those about one record of the centre. */
export const CentreQuerySearch = z.strictObject({ ...side, record: z.uuid().optional() })

/** A question of a DataManager to a centre, which names no patient, or of a centre to the DataManagers about a field of a record. */
export const CentreQuery = z.object({
  id: Id,
  centre: z.object({ code: z.string(), name: z.string() }),
  check: z.object(Check).nullable(),
  /** The field that the centre asks about. */
  field: FieldNameText.nullable(),
  /** The address of its record and the patient's code, for the centre only. */
  patient: z.object({ record: z.uuid(), code: z.string() }).nullable(),
  state: z.enum(centreQueryStates),
  question: SignedText,
  reply: SignedText.nullable(),
  closed: z.object({ by: z.string(), at: Moment }).nullable(),
})
export const NewCentreQuery = z.strictObject({ centreCode: z.string().min(1).max(80), checkKey: CheckKey.optional(), question: Text })
/** A field of the form. The registration has none. */
const FormField = FieldNameText.refine((name) => formSections.some(({ fields }) => fields.some((field) => field.name === name)))
export const NewFieldQuery = z.strictObject({ ...RecordAddress.shape, field: FormField, question: Text })
export const CentreQueryReply = z.strictObject({ ...side, id: Id, reply: Text })
export const CentreQueryClosing = z.strictObject({ ...side, id: Id })

export type DiscrepancySearch = z.infer<typeof DiscrepancySearch>
export type Discrepancy = z.infer<typeof Discrepancy>
export type DiscrepancyPage = z.infer<typeof DiscrepancyPage>
export type DiscrepancyAnswer = z.infer<typeof DiscrepancyAnswer>
export type DiscrepancyClosing = z.infer<typeof DiscrepancyClosing>
export type ClosedDiscrepancies = z.infer<typeof ClosedDiscrepancies>
export type DiscrepancyCount = z.infer<typeof DiscrepancyCount>
export type DiscrepancyOverview = z.infer<typeof DiscrepancyOverview>
export type CentreQuerySearch = z.infer<typeof CentreQuerySearch>
export type CentreQuery = z.infer<typeof CentreQuery>
export type NewCentreQuery = z.infer<typeof NewCentreQuery>
export type NewFieldQuery = z.infer<typeof NewFieldQuery>
export type CentreQueryReply = z.infer<typeof CentreQueryReply>
export type CentreQueryClosing = z.infer<typeof CentreQueryClosing>

export const discrepancies = router({
  /** The discrepancies of a centre in one state by patient, page by page. All of a patient are on one page (REQ-CRF-10). */
  list: procedure({ permission: 'record:read', audit: ['discrepancies', 'LIST'], reads: 'patients' })
    .input(DiscrepancySearch)
    .query(DiscrepancyPage),
  /** The open and answered discrepancies of a record. */
  ofRecord: procedure({ permission: 'record:read', audit: ['discrepancies', 'OF_RECORD'], reads: 'patients' })
    .input(RecordAddress)
    .query(Discrepancy.array()),
  /** The values are checked and correct, with one reason for all. @throws AppError discrepancy_changed if one is not open: none is answered */
  answer: procedure({ permission: 'record:write', audit: ['discrepancies', 'ANSWER'] })
    .input(DiscrepancyAnswer)
    .mutation(Done),
  /** Closes discrepancies whose values were corrected. The others stay. */
  close: procedure({ permission: 'record:write', audit: ['discrepancies', 'CLOSE'] })
    .input(DiscrepancyClosing)
    .mutation(ClosedDiscrepancies),
  /** The numbers of discrepancies by centre and check, for the role with an area (REQ-CRF-11). */
  overview: procedure({ permission: 'discrepancy:count', audit: ['discrepancies', 'OVERVIEW'], reads: 'counts' }).query(
    DiscrepancyOverview,
  ),
  queries: procedure({ permission: 'centre-query:read', audit: ['discrepancies', 'QUERIES'], reads: 'patients' })
    .input(CentreQuerySearch)
    .query(CentreQuery.array()),
  /** @throws AppError not_found for a centre outside the area */
  ask: procedure({ permission: 'centre-query:ask', audit: ['discrepancies', 'ASK'] })
    .input(NewCentreQuery)
    .mutation(Done),
  /** Asks the DataManagers about a field of a record (REQ-CRF-23). @throws AppError record_not_found */
  askManagers: procedure({ permission: 'field-query:ask', audit: ['discrepancies', 'ASK_MANAGERS'] })
    .input(NewFieldQuery)
    .mutation(Done),
  /** Replies to a query of the other side. @throws AppError centre_query_changed if the query is not open */
  reply: procedure({ permission: 'centre-query:reply', audit: ['discrepancies', 'REPLY'] })
    .input(CentreQueryReply)
    .mutation(Done),
  /** Closes a query of the caller's side. @throws AppError centre_query_changed if the query is closed */
  closeQuery: procedure({ permission: 'centre-query:reply', audit: ['discrepancies', 'CLOSE_QUERY'] })
    .input(CentreQueryClosing)
    .mutation(Done),
})
