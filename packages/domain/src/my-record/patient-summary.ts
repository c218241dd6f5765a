import { formatDay } from '../calendar.ts'
import { consentCodings } from '../consent/receipt-fhir.ts'
import { complicationFields } from '../ecrf/visit.ts'
import type { FindComponents } from '../ecrf/treatments.ts'
import { type FieldName, getField } from '../fields/dictionary.ts'
import type { MissingReason } from '../fields/missing.ts'
import { formatUnit } from '../fields/units.ts'
import type { PatientRecord, Value } from '../fields/values.ts'
import type { Language } from '../language.ts'
import type { ObservedAnalyte } from '../observations/analytes.ts'
import { loincCodes, loincSystem } from '../observations/loinc.ts'
import type { Comparator } from '../observations/observation.ts'
import { formatPersonName } from '../patient/person-name.ts'
import { type Code, complicationCodes, diagnosisCodes, drugCodes, loinc, measurementCodes } from './codes.ts'
import { drugLabels, listOwnDrugs, type OwnDrug, type OwnDrugName } from './drugs.ts'
import type { OwnSectionName } from './sections.ts'

/** A stored value, or the reason of a missing one, in words of the language of the document. */
export type SummaryCell = {
  readonly field: FieldName
  readonly label: string
  readonly value: Value
  /** The value or the reason in words. */
  readonly text: string
  readonly missing: MissingReason | null
  /** The day of the last change, and the day with its source in words. */
  readonly day: string | null
  readonly recorded: string | null
  /** The day from which a delayed value is readable (REQ-PAT-31). `text` says so instead of the value. */
  readonly readableFrom: string | null
}

export type SummarySection = { readonly section: OwnSectionName; readonly label: string; readonly cells: readonly SummaryCell[] }

/** A dated result of an analyte. */
export type SummaryResult = {
  readonly analyte: ObservedAnalyte
  /** The day of the sample or examination. */
  readonly day: string
  readonly comparator: Comparator | null
  /** In the unit of the dictionary. */
  readonly value: number
  /** Comparator, value and unit in words, and the source in words. */
  readonly text: string
  readonly recorded: string
}

/** A dated result that is not readable yet. `text` says from which day it is. */
export type DelayedSummaryResult = Pick<SummaryResult, 'analyte' | 'day' | 'text'>

export type SummarySource = {
  readonly language: Language
  /** The time of the document in ISO 8601. */
  readonly at: string
  /** The address of MyConsent, under which the document names codes of the registry. */
  readonly origin: string
  /** The name of the author, who is responsible for the document. */
  readonly author: string
  readonly centre: string
  readonly values: PatientRecord
  readonly sections: readonly SummarySection[]
  readonly results: readonly SummaryResult[]
  readonly delayed: readonly DelayedSummaryResult[]
  readonly findComponents: FindComponents
  readonly titles: Readonly<
    Record<'document' | 'problems' | 'medication' | 'allergies' | 'allergiesNotAsked' | 'results' | 'noEntries' | 'delay', string>
  >
  readonly createId: () => string
}

type Concept = { readonly coding?: readonly Code[]; readonly text?: string }
type Resource = { readonly resourceType: string; readonly [element: string]: unknown }
type Entry = { readonly fullUrl: string; readonly resource: Resource }
type Narrative = { readonly status: 'generated'; readonly div: string }
type DocumentSection = {
  readonly title: string
  readonly code?: Concept
  readonly text: Narrative
  readonly entry?: readonly { readonly reference: string }[]
  readonly emptyReason?: Concept
}
/** A document of FHIR R4: the Composition is the first entry. */
export type FhirDocument = Resource & { readonly resourceType: 'Bundle'; readonly entry: readonly Entry[] }

const hl7 = 'http://terminology.hl7.org/CodeSystem'
const ucum = 'http://unitsofmeasure.org'
const genders: Readonly<Record<string, string>> = { F: 'female', M: 'male' }
const absentReasons = {
  not_done: 'not-performed',
  unknown: 'unknown',
  not_applicable: 'not-applicable',
  refused: 'asked-declined',
} as const satisfies Record<MissingReason, string>

/** LOINC has no code for a mean, a median or an extreme of a year: such a value has its own code only. */
const derivedStatistic = /_(?:MEAN|MEDIAN|MAX|MIN)$/
/** Operations are no conditions. */
const operations: readonly FieldName[] = ['SPLENECTOMY', 'CHOLECISTECTOMY']
const problemFields = complicationFields.filter((field) => !operations.includes(field))
const diagnosisFields: readonly FieldName[] = ['DIAGNOSIS', 'DIAGNOSIS_2', 'DIAGNOSIS_3']
const isProblem = ({ field }: SummaryCell): boolean => [...diagnosisFields, ...problemFields].includes(field)
const isMedication = (_cell: SummaryCell, section: OwnSectionName): boolean => section === 'treatment'
/** The answers to the consents; the section also says whether the patient answered, and how they left. */
const consentFields: readonly FieldName[] = ['C_DB_P', 'C_DB_M', 'c_s', 'c_extraeu', 'c_p_db', 'c_f']
/** The IPS code of the section with results. A document has one such section. */
const resultsCode = loinc('30954-2', 'Relevant diagnostic tests/laboratory data note')

const emptyReasons = `${hl7}/list-empty-reason`

const findDiagnosisCodes = (field: FieldName, id: string): readonly Code[] =>
  diagnosisFields.includes(field) ? (diagnosisCodes[id] ?? []) : []

const findMeasurementCodes = (field: FieldName): readonly Code[] => {
  const code = derivedStatistic.test(field) ? undefined : getField(field).loinc
  return [...(code === undefined ? [] : [{ system: loincSystem, code }]), ...[measurementCodes[field]].flatMap((one) => one ?? [])]
}

const hasDrugCode = (name: OwnDrugName): name is keyof typeof drugCodes => Object.hasOwn(drugCodes, name)

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const buildNarrative = (lines: readonly string[]): Narrative => ({
  status: 'generated',
  div: `<div xmlns="http://www.w3.org/1999/xhtml"><ul>${lines.map((line) => `<li>${escapeXml(line)}</li>`).join('')}</ul></div>`,
})

const readText = (value: Value | undefined): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

const buildPatient = ({ values, centre, language }: SummarySource): Resource => {
  const { SURNAME, NAME, DOB, SEX, email, mobile, mobile_prefix: prefix, telephone } = values
  const [street, town, zip, nation] = [values.address_street, values.address_town, values.address_zip, values.address_nation].map(readText)
  const phone = readText(mobile) && [readText(prefix), readText(mobile)].filter(Boolean).join(' ')
  const telecom = [
    ...[readText(telephone)].flatMap((value) => (value ? [{ system: 'phone', value }] : [])),
    ...[phone].flatMap((value) => (value ? [{ system: 'phone', value, use: 'mobile' }] : [])),
    ...[readText(email)].flatMap((value) => (value ? [{ system: 'email', value }] : [])),
  ]
  const address = {
    ...(street && { line: [street] }),
    ...(town && { city: town }),
    ...(zip && { postalCode: zip }),
    ...(nation && { country: nation }),
  }
  return {
    resourceType: 'Patient',
    name: [{ family: formatPersonName(readText(SURNAME) ?? ''), given: [formatPersonName(readText(NAME) ?? '')] }],
    ...(telecom.length > 0 && { telecom }),
    ...(typeof SEX === 'string' && { gender: genders[SEX] ?? 'unknown' }),
    ...(typeof DOB === 'string' && { birthDate: DOB }),
    ...(Object.keys(address).length > 0 && { address: [address] }),
    communication: [{ language: { coding: [{ system: 'urn:ietf:bcp:47', code: language }] } }],
    managingOrganization: { display: centre },
  }
}

/**
 * Builds the record as a document of FHIR R4 in the manner of the International Patient Summary (REQ-PAT-28). Each cell and each dated
 * result is one Observation; only a result has a time of observation, because the record keeps no other.
 * Conditions and medication statements repeat what a reader of a summary looks for, and point to the Observations behind them.
 * A value has a public code only if it means exactly the same, and always a text.
 */
export const buildPatientSummary = (source: SummarySource): FhirDocument => {
  const { language, at, origin, author, values, sections, results, delayed, findComponents, titles, createId } = source
  const createEntry = (resource: Resource): Entry => ({ fullUrl: `urn:uuid:${createId()}`, resource })
  const patient = createEntry(buildPatient(source))
  const subject = { reference: patient.fullUrl }
  const ownCode = (path: string, code: string, display: string): Code => ({ system: `${origin}/${path}`, code, display })

  const codeChoice = ({ field }: SummaryCell, id: string, text: string): Concept => ({
    coding: [...findDiagnosisCodes(field, id), ownCode(`reference/${getField(field).referenceTable}`, id, text)],
    text,
  })
  const buildCode = ({ field, label }: SummaryCell): Concept => ({
    coding: [...findMeasurementCodes(field), ownCode('field', field, label)],
    text: label,
  })
  const buildQuantity = (value: number, unit: string | undefined, comparator: Comparator | null = null) => ({
    valueQuantity: {
      value,
      ...(comparator !== null && { comparator }),
      ...(unit !== undefined && { unit: formatUnit(unit, language), system: ucum, code: unit }),
    },
  })
  const buildAbsence = (code: string, text: string) => ({
    dataAbsentReason: { coding: [{ system: `${hl7}/data-absent-reason`, code }], text },
  })
  const buildValue = (cell: SummaryCell): Readonly<Record<string, unknown>> => {
    const { value, text, missing, readableFrom } = cell
    const { type, unit, referenceTable } = getField(cell.field)
    if (readableFrom !== null) return buildAbsence('masked', text)
    if (missing) return buildAbsence(absentReasons[missing], text)
    if (typeof value === 'boolean') return { valueBoolean: value }
    if (typeof value === 'number') return buildQuantity(value, unit)
    if (typeof value !== 'string')
      return { component: (value ?? []).map((id) => ({ code: buildCode(cell), valueCodeableConcept: codeChoice(cell, id, id) })) }
    if (type === 'date') return { valueDateTime: value }
    return referenceTable === undefined ? { valueString: value } : { valueCodeableConcept: codeChoice(cell, value, text) }
  }
  const observations = new Map(
    sections.flatMap(({ cells }) =>
      cells.map((cell) => {
        const { field, day, recorded } = cell
        const note = day !== null && recorded !== null && { note: [{ time: day, text: recorded }] }
        const observed = { resourceType: 'Observation', status: 'final', code: buildCode(cell), subject, ...buildValue(cell), ...note }
        return [field, { cell, entry: createEntry(observed) }] as const
      }),
    ),
  )
  const buildResult = ({ analyte: { name, label }, day }: Pick<SummaryResult, 'analyte' | 'day'>, more: object): Entry => {
    const code = loincCodes[name]
    return createEntry({
      resourceType: 'Observation',
      status: 'final',
      code: {
        coding: [...(code ? [{ system: loincSystem, ...code }] : []), ownCode('analyte', name, label[language])],
        text: label[language],
      },
      subject,
      effectiveDateTime: day,
      ...more,
    })
  }
  const dated = [
    ...results.map((result) => {
      const { analyte, comparator, value, recorded } = result
      return buildResult(result, { ...buildQuantity(value, analyte.field.unit, comparator), note: [{ text: recorded }] })
    }),
    ...delayed.map((result) => buildResult(result, buildAbsence('masked', result.text))),
  ]
  const refer = ({ fullUrl }: Entry) => ({ reference: fullUrl })
  const listSources = (fields: readonly FieldName[]) =>
    fields.flatMap((field) => [observations.get(field)?.entry].flatMap((entry) => (entry ? [refer(entry)] : [])))
  const findStated = (field: FieldName): SummaryCell | undefined => {
    const cell = observations.get(field)?.cell
    return cell?.missing === null && cell.readableFrom === null ? cell : undefined
  }
  const describe = (field: FieldName): string[] => {
    const cell = findStated(field)
    return cell ? [`${cell.label}: ${cell.text}`] : []
  }

  const buildCondition = ({ cell, entry }: { readonly cell: SummaryCell; readonly entry: Entry }): Entry[] => {
    const { field, value, label, text, day } = cell
    const isDiagnosis = diagnosisFields.includes(field) && typeof value === 'string'
    if (!isDiagnosis && !(value === true && problemFields.includes(field))) return []
    const code: Concept = isDiagnosis
      ? codeChoice(cell, value, text)
      : { coding: [...(complicationCodes[field] ?? []), ownCode('field', field, label)], text: label }
    return [
      createEntry({
        resourceType: 'Condition',
        // Hereditary anaemias last. The record does not say whether a complication is present or past.
        ...(isDiagnosis && { clinicalStatus: { coding: [{ system: `${hl7}/condition-clinical`, code: 'active' }] } }),
        code,
        subject,
        ...(day !== null && { recordedDate: day }),
        evidence: [{ detail: [refer(entry)] }],
      }),
    ]
  }
  const buildStatement = (medication: Concept, state: OwnDrug['state'], fields: readonly FieldName[], more: object = {}): Entry =>
    createEntry({
      resourceType: 'MedicationStatement',
      status: state,
      medicationCodeableConcept: medication,
      subject,
      derivedFrom: listSources(fields),
      ...more,
    })
  const buildDrug = ({ name, state, regimen, start, ongoing, details }: OwnDrug): Entry => {
    const from = values[start]
    const label = drugLabels[name][language]
    const product = name === 'OTHER' ? findStated('ICT_OTHER_PRODUCT')?.text : undefined
    const dosage = [regimen, ...details].flatMap(describe).join('; ')
    return buildStatement(
      { ...(hasDrugCode(name) && { coding: drugCodes[name] }), text: product ?? label },
      state,
      [regimen, start, ongoing, ...details],
      { ...(typeof from === 'string' && { effectivePeriod: { start: from } }), ...(dosage !== '' && { dosage: [{ text: dosage }] }) },
    )
  }

  /** The present answers to the consents. Everything is denied that no answer permits, as in a receipt. */
  const buildConsent = (cells: readonly SummaryCell[]): Entry[] => {
    const answers = cells.filter(({ field, value }) => consentFields.includes(field) && typeof value === 'boolean')
    const [day] = answers.flatMap((cell) => cell.day ?? []).toSorted((one, other) => other.localeCompare(one))
    if (answers.length === 0) return []
    return [
      createEntry({
        resourceType: 'Consent',
        status: 'active',
        scope: { coding: [consentCodings.research] },
        category: [{ coding: [consentCodings.consentDocument] }],
        patient: subject,
        ...(day !== undefined && { dateTime: day }),
        policyRule: { coding: [consentCodings.optIn] },
        provision: {
          type: 'deny',
          provision: answers.map(({ field, label, value, text }) => ({
            type: value === true ? 'permit' : 'deny',
            code: [{ coding: [ownCode('consent-point', field.toUpperCase(), label)], text }],
          })),
        },
      }),
    ]
  }

  const problems = [...observations.values()].flatMap(buildCondition)
  const otherTherapies = readText(values.OTHER_THERAPIES)
  const medication = [
    ...listOwnDrugs(values, findComponents).map(buildDrug),
    ...(otherTherapies === undefined ? [] : [buildStatement({ text: otherTherapies }, 'unknown', ['OTHER_THERAPIES'])]),
  ]
  const readConcept = ({ resource }: Entry): string => {
    const concept = resource['code'] ?? resource['medicationCodeableConcept']
    return typeof concept === 'object' && concept !== null && 'text' in concept ? String(concept.text) : ''
  }
  const isDelayed = (isListed: (cell: SummaryCell, section: OwnSectionName) => boolean): boolean =>
    sections.some(({ section, cells }) => cells.some((cell) => cell.readableFrom !== null && isListed(cell, section)))
  /** A list without a delayed entry says that it is not whole. */
  const buildSummarySection = (title: string, code: Code, entries: readonly Entry[], delays: boolean): DocumentSection => ({
    title,
    code: { coding: [code] },
    text: buildNarrative([...entries.map(readConcept), ...(delays ? [titles.delay] : entries.length === 0 ? [titles.noEntries] : [])]),
    ...(entries.length > 0
      ? { entry: entries.map(refer) }
      : { emptyReason: { coding: [{ system: emptyReasons, code: delays ? 'withheld' : 'unavailable' }] } }),
  })
  const consent = sections.flatMap(({ section, cells }) => (section === 'consents' ? buildConsent(cells) : []))
  const recordSections = sections
    .filter(({ cells }) => cells.length > 0)
    .map(({ section, label, cells }): DocumentSection => ({
      title: label,
      ...(section === 'laboratory' && dated.length === 0 && { code: { coding: [resultsCode] } }),
      text: buildNarrative(cells.map((cell) => `${cell.label}: ${cell.text}`)),
      entry: [...listSources(cells.map(({ field }) => field)), ...(section === 'consents' ? consent.map(refer) : [])],
    }))
  const resultsSection: readonly DocumentSection[] =
    dated.length === 0
      ? []
      : [
          {
            title: titles.results,
            code: { coding: [resultsCode] },
            text: buildNarrative(
              [...results, ...delayed].map(({ analyte, day, text }) => `${analyte.label[language]}: ${text} (${formatDay(day)})`),
            ),
            entry: dated.map(refer),
          },
        ]
  const composition = createEntry({
    resourceType: 'Composition',
    language,
    status: 'final',
    type: { coding: [loinc('60591-5', 'Patient summary Document')] },
    subject,
    date: at,
    author: [{ display: author }],
    title: titles.document,
    section: [
      buildSummarySection(titles.problems, loinc('11450-4', 'Problem list - Reported'), problems, isDelayed(isProblem)),
      buildSummarySection(titles.medication, loinc('10160-0', 'History of Medication use Narrative'), medication, isDelayed(isMedication)),
      {
        title: titles.allergies,
        code: { coding: [loinc('48765-2', 'Allergies and adverse reactions Document')] },
        text: buildNarrative([titles.allergiesNotAsked]),
        emptyReason: { coding: [{ system: emptyReasons, code: 'notasked' }] },
      },
      ...recordSections,
      ...resultsSection,
    ],
  })
  return {
    resourceType: 'Bundle',
    language,
    identifier: { system: 'urn:ietf:rfc:3986', value: `urn:uuid:${createId()}` },
    type: 'document',
    timestamp: at,
    entry: [
      composition,
      patient,
      ...problems,
      ...medication,
      ...consent,
      ...[...observations.values()].map(({ entry }) => entry),
      ...dated,
    ],
  }
}
