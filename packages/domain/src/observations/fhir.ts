import { z } from 'zod'
import { findItalianDay, parseIsoDay } from '../calendar.ts'
import type { ErrorDetail } from '../error.ts'
import type { ErrorCode } from '../error-messages.ts'
import { columnByPart, type ObservationColumn } from '../imports/columns.ts'
import { loincCodes, loincSystem } from './loinc.ts'
import { readObservation, type Observation } from './observation.ts'

/** The statuses of a result that is known, and those that correct an earlier result of the sample. */
const statuses = ['final', 'amended', 'corrected'] as const
const ucumSystem = 'http://unitsofmeasure.org'

/** The elements of an entry with an Observation of FHIR R4 that the registry reads. Others, such as profiles, are ignored (REQ-OBS-10). */
export const FhirEntry = z.object({
  request: z.object({ method: z.enum(['POST', 'PUT']), url: z.string(), ifNoneExist: z.string().optional() }),
  resource: z.object({
    resourceType: z.literal('Observation'),
    status: z.enum(statuses),
    // FHIR: who does not understand it must not use the resource.
    modifierExtension: z.never().optional(),
    subject: z.object({ identifier: z.object({ value: z.string() }) }),
    code: z.object({ coding: z.object({ system: z.string().optional(), code: z.string().optional() }).array() }),
    effectiveDateTime: z.string().optional(),
    effectiveInstant: z.string().optional(),
    valueQuantity: z.object({
      value: z.number(),
      comparator: z.string().optional(),
      unit: z.string().optional(),
      system: z.string().optional(),
      code: z.string().optional(),
    }),
    identifier: z.object({ value: z.string().optional() }).array().optional(),
  }),
})
type Entry = z.infer<typeof FhirEntry>
type Resource = Entry['resource']

/** The element of an entry that has the content of each column of a file, as FHIRPath names it. */
export const fhirElements: Readonly<Record<ObservationColumn, string>> = {
  CENTER_ID: 'resource.subject.identifier',
  ANALYTE: 'resource.code',
  VALUE: 'resource.value.value',
  UNIT: 'resource.value.code',
  TAKEN_ON: 'resource.effective',
  COMPARATOR: 'resource.value.comparator',
  SAMPLE_ID: 'resource.identifier',
}

/** A result that a program sends by FHIR, or the element of the entry that is wrong. */
export type FhirReading =
  | {
      readonly patient: string
      readonly observation: Observation
      readonly warning?: ErrorDetail
      /** A sample with a known result keeps it. */
      readonly conditional: boolean
      /** The status that corrects the known result of the sample. */
      readonly correction: 'amended' | 'corrected' | null
      readonly error?: undefined
    }
  | { readonly patient: string; readonly error: ErrorDetail; readonly element: string }

const codeByElement: Readonly<Record<string, ErrorCode>> = {
  'request.method': 'fhir_method_unknown',
  'resource.resourceType': 'fhir_resource_unknown',
  'resource.status': 'fhir_status_unknown',
  'resource.modifierExtension': 'fhir_modifier_unknown',
}

/** FHIRPath has one name for an element with a choice of types. */
const formatElement = (path: readonly PropertyKey[]): string =>
  path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .slice(1)
    .replace('valueQuantity', 'value')
    .replace(/effective(?:DateTime|Instant)/, 'effective')

const describeIssue = ({ path, input }: z.core.$ZodIssue): { readonly error: ErrorDetail; readonly element: string } => {
  const element = formatElement(path)
  return { element, error: { code: codeByElement[element] ?? (input === undefined ? 'value_required' : 'fhir_element_wrong') } }
}

/** The value of the identifier in a search such as `identifier=http://hospital.example|S1`. Undefined for another search. */
const readSearch = (search: string): string | undefined => {
  const [only, ...others] = new URLSearchParams(search)
  return only?.[0] === 'identifier' && others.length === 0 ? only[1].split('|').at(-1) : undefined
}

const observationUrl = /^Observation(?:\/[\w.-]{1,64})?(?:\?(?<search>.+))?$/

type Sample = { readonly sample: string } | { readonly error: ErrorDetail; readonly element: string }

/** The sample of the result: its identifier, which a condition must name. */
const readSample = ({ request, resource }: Entry): Sample => {
  const values = (resource.identifier ?? []).flatMap(({ value }) => value ?? [])
  const url = observationUrl.exec(request.url)
  if (!url || (request.method === 'POST' && request.url !== 'Observation'))
    return { error: { code: 'fhir_method_unknown' }, element: 'request.url' }
  const search = url.groups?.['search']
  const conditions = [
    ...(search === undefined ? [] : [{ element: 'request.url', named: readSearch(search) }]),
    ...(request.ifNoneExist === undefined ? [] : [{ element: 'request.ifNoneExist', named: readSearch(request.ifNoneExist) }]),
  ]
  const wrong = conditions.find(({ named }) => named === undefined || !values.includes(named))
  if (wrong) return { error: { code: 'fhir_condition_wrong' }, element: wrong.element }
  const sample = conditions[0]?.named ?? values[0] ?? ''
  // Without a sample nobody knows which result is meant.
  if (sample === '' && (resource.status !== 'final' || request.method === 'PUT'))
    return { error: { code: 'fhir_identifier_required' }, element: fhirElements.SAMPLE_ID }
  return { sample }
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/

/** The day in Italy. Undefined for a year, a month, or a time without a zone. */
const readDay = ({ effectiveDateTime, effectiveInstant }: Resource): string | undefined => {
  const text = effectiveDateTime ?? effectiveInstant ?? ''
  if (!instant.test(text)) return parseIsoDay(text)
  const moment = Date.parse(text)
  return parseIsoDay(text.slice(0, 10)) === undefined || Number.isNaN(moment) ? undefined : findItalianDay(moment)
}

const analyteByCode = new Map(Object.entries(loincCodes).map(([analyte, { code }]) => [code, analyte]))

/** The analyte of the LOINC codes. Undefined without a known one, or with those of several analytes. */
const readAnalyte = ({ code: { coding } }: Resource): string | undefined => {
  const known = coding.flatMap(({ system, code }) => (system === loincSystem ? (analyteByCode.get(code ?? '') ?? []) : []))
  const [analyte, ...others] = new Set(known)
  return others.length === 0 ? analyte : undefined
}

/** The code of a unit of UCUM, otherwise the unit as people write it. */
const readUnit = ({ valueQuantity: { system = ucumSystem, code, unit = '' } }: Resource): string =>
  code !== undefined && system === ucumSystem ? code : unit

/** Reads an entry of a Bundle with the reader of files and of the form (REQ-OBS-02, REQ-OBS-10). */
export const readFhirEntry = (entry: unknown, today: string): FhirReading => {
  const { data, error } = FhirEntry.safeParse(entry, { reportInput: true })
  const [issue] = error?.issues ?? []
  if (issue) return { patient: '', ...describeIssue(issue) }
  if (!data) return { patient: '', error: { code: 'fhir_element_wrong' }, element: '' }
  const { resource, request } = data
  const patient = resource.subject.identifier.value
  const reject = (element: string, detail: ErrorDetail): FhirReading => ({ patient, element, error: detail })
  const sample = readSample(data)
  if ('error' in sample) return reject(sample.element, sample.error)
  const analyte = readAnalyte(resource)
  if (analyte === undefined) {
    const codes = Object.entries(loincCodes).map(([name, { code }]) => `${code} (${name})`)
    return reject(fhirElements.ANALYTE, { code: 'fhir_code_unknown', params: { codes: codes.join(', ') } })
  }
  const takenOn = readDay(resource)
  if (takenOn === undefined) return reject(fhirElements.TAKEN_ON, { code: 'fhir_day_wrong' })
  const { value, comparator = '' } = resource.valueQuantity
  const texts = { analyte, value: String(value), unit: readUnit(resource), takenOn, comparator, sample: sample.sample }
  const reading = readObservation(texts, { today })
  if (reading.error) return reject(fhirElements[columnByPart[reading.part]], reading.error)
  const { observation, warning } = reading
  const correction = resource.status === 'final' ? null : resource.status
  return { patient, observation, conditional: request.ifNoneExist !== undefined, correction, ...(warning && { warning }) }
}
