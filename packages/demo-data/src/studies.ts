import { createHash } from 'node:crypto'
import { evaluate } from '@registry/domain/expression/evaluate'
import { buildExpression } from '@registry/domain/filter/condition-tree'
import { formatDay, parseDay } from './calendar.ts'
import type { Sql } from './copy.ts'
import { buildDemoPatient } from './patient.ts'
import { type DemoFilterName, findDemoFilter } from './saved-filters.ts'

/** A study of the demo. The first centre leads it; all of them approved it, if it left the ethics committees. */
type DemoStudy = {
  readonly id: string
  readonly title: string
  readonly titleEn: string
  readonly descriptionEn: string
  readonly description: string
  readonly purpose: string
  readonly purposeEn: string
  readonly duration: string
  readonly durationEn: string
  readonly type: string
  readonly filter: DemoFilterName
  readonly videoUrl?: string
  readonly centres: readonly [string, ...string[]]
  /**
   * `committees` waits for the first decision, `centres` for the end date. `open` has invited patients, some of whom have answered. `over`
   * has passed its last day, and waits for the export that closes it.
   */
  readonly reached: 'committees' | 'centres' | 'open' | 'over'
}

/** Studies in the first, second and fourth state. The patient with all consents is waiting in the open one (REQ-OPS-07, REQ-STU-01). */
export const demoStudies: readonly DemoStudy[] = [
  {
    id: 'DOSE-2026',
    title: 'Ridurre la dose del chelante quando il ferro è basso',
    titleEn: 'Reducing the chelator dose when iron is low',
    descriptionEn:
      'Compares people who reduce the chelator dose with people who keep it, when ferritin is below 1000 ng/mL. It uses data that your centre has already collected, for two years. It asks for no further visits or blood tests.',
    description:
      'Confronta chi riduce la dose del chelante e chi la mantiene, quando la ferritina è sotto 1000 ng/mL. Usa i dati già raccolti dal tuo centro, per due anni. Non chiede visite o prelievi in più.',
    purpose: 'Capire se con il ferro basso si può ridurre la dose senza rischi.',
    purposeEn: 'To find out whether the dose can be reduced without risk when iron is low.',
    duration: 'Due anni',
    durationEn: 'Two years',
    type: 'EA',
    filter: 'TDT con ferritina sotto 1000',
    videoUrl: 'https://vimeo.com/76979871',
    centres: ['RM01', 'MI01', 'CA01'],
    reached: 'open',
  },
  {
    id: 'CUORE-2026',
    title: 'Ferro nel cuore: terapia singola o combinata',
    titleEn: 'Iron in the heart: single or combined therapy',
    descriptionEn: 'Compares over two years the MRI of people who take one chelator and of people who take two.',
    description: 'Confronta in due anni la risonanza di chi usa un chelante e di chi ne usa due.',
    purpose: 'Capire quale terapia toglie meglio il ferro dal cuore.',
    purposeEn: 'To find out which therapy removes iron from the heart better.',
    duration: 'Due anni',
    durationEn: 'Two years',
    type: 'EF',
    filter: 'Ferro cardiaco: T2* sotto 20 ms',
    centres: ['MI01', 'RM01'],
    reached: 'centres',
  },
  {
    id: 'OSSA-2027',
    title: 'Densitometria nell’osteoporosi da talassemia',
    titleEn: 'Bone densitometry in osteoporosis due to thalassaemia',
    descriptionEn: 'Describes how many patients with osteoporosis have a densitometry, and how often they repeat it.',
    description: 'Descrive quanti pazienti con osteoporosi hanno una densitometria e ogni quanto la ripetono.',
    purpose: 'Sapere se i controlli delle ossa bastano.',
    purposeEn: 'To find out whether bones are checked often enough.',
    duration: 'Un anno',
    durationEn: 'One year',
    type: 'XA',
    filter: 'Osteoporosi senza densitometria',
    centres: ['RM01'],
    reached: 'committees',
  },
  {
    id: 'FERRO-2025',
    title: 'Chi mantiene bassa la ferritina dopo un anno',
    titleEn: 'Who keeps ferritin low after a year',
    descriptionEn: 'Describes, a year later, who had ferritin below 1000 ng/mL, with data that the centre has already collected.',
    description: 'Descrive a un anno di distanza chi aveva la ferritina sotto 1000 ng/mL, con i dati già raccolti dal centro.',
    purpose: 'Sapere che cosa aiuta a mantenere bassa la ferritina.',
    purposeEn: 'To find out what helps to keep ferritin low.',
    duration: 'Un anno',
    durationEn: 'One year',
    type: 'EA',
    // A filter of a study is frozen, and another study of the demo uses this one already (REQ-FIL-01).
    filter: 'TDT con ferritina sotto 1000',
    centres: ['RM01', 'MI01'],
    reached: 'over',
  },
]

/** A page with one sentence. Readers rebuild the missing table of its objects. */
export const buildDemoPdf = (text: string): Buffer => {
  const content = `BT /F 16 Tf 60 760 Td (${text}) Tj ET`
  return Buffer.from(
    [
      '%PDF-1.4',
      '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
      '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
      '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj',
      `4 0 obj<</Length ${content.length}>>stream`,
      content,
      'endstream endobj',
      '5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj',
      'trailer<</Root 1 0 R/Size 6>>',
      '%%EOF',
      '',
    ].join('\n'),
  )
}
const demoPdf = buildDemoPdf('Foglio informativo dimostrativo dello studio')

/** Only the first patients are candidates, because each patient is generated once more for it. */
const candidatesAmong = 120
/** The patients with published accounts do not answer, so that the person who tries the demo can. */
const lastPublishedAccount = 5

const findCandidates = (filter: DemoFilterName, seed: number, patients: number, today: string): readonly number[] => {
  const expression = buildExpression(findDemoFilter(filter).condition)
  return Array.from({ length: Math.min(patients, candidatesAmong) }, (_, index) => index + 1).filter((id) => {
    const { personal, medical } = buildDemoPatient(seed, id - 1, today)
    return evaluate(expression, { ...personal, ...medical }, { today }) === true
  })
}

/** The enrolment of a study, in days from today. */
type Enrolment = { readonly invited: number; readonly answered: number; readonly ends: number }
const enrolments = { open: { invited: 0, answered: 0, ends: 180 }, over: { invited: -90, answered: -60, ends: -7 } } as const

/** Invites the candidates, some of whom answer. The last day may be over afterwards, because nobody is invited later. */
const invite = async (
  sql: Sql,
  { id, centres }: DemoStudy,
  candidates: readonly number[],
  { invited, answered, ends }: Enrolment,
  today: string,
): Promise<void> => {
  await sql`
    INSERT INTO study_patient (study_id, patient_id, centre_code, approved, decided_at)
    SELECT ${id}, p.id, p.centre_code, true, now() + ${invited} * interval '1 day' FROM patient AS p
    WHERE p.id = ANY (${[...candidates]}) AND p.centre_code = ANY (${[...centres]}) AND p.c_db AND p.c_s AND p.c_db_no_notification IS NULL`
  await sql`UPDATE clinical_study SET status = 'ToBeSentToPatients', end_enrollment_date = ${formatDay(parseDay(today) + enrolments.open.ends)} WHERE id = ${id}`
  await sql`UPDATE study_patient SET status = 'AttesaConsenso', invited_at = now() + ${invited} * interval '1 day' WHERE study_id = ${id}`
  await sql`
    UPDATE study_patient AS sp SET answered_at = now() + ${answered} * interval '1 day', answered_version = s.version,
      status = CASE WHEN sp.patient_id % 4 = 0 OR p.c_db_m IS NOT TRUE THEN 'ConsensoNO' ELSE 'ConsensoSI' END
    FROM clinical_study AS s, patient AS p
    WHERE sp.study_id = ${id} AND s.id = sp.study_id AND p.id = sp.patient_id AND sp.patient_id > ${lastPublishedAccount} AND sp.patient_id % 3 <> 0`
  await sql`UPDATE clinical_study SET end_enrollment_date = ${formatDay(parseDay(today) + ends)} WHERE id = ${id}`
}

type Options = { readonly seed: number; readonly patients: number; readonly today: string }

/** Inserts the studies with their ethics decisions, invitations and answers, through the steps that the database checks. */
export const addStudies = async (sql: Sql, { seed, patients, today }: Options): Promise<void> => {
  await sql`SELECT set_config('app.actor', 'demo', true)`
  const decidedOn = formatDay(parseDay(today) - 30)
  for (const study of demoStudies) {
    const {
      id,
      title,
      titleEn,
      description,
      descriptionEn,
      purpose,
      purposeEn,
      duration,
      durationEn,
      type,
      filter,
      videoUrl = null,
      centres,
      reached,
    } = study
    await sql`
      INSERT INTO clinical_study (id, title, description, title_en, description_en, purpose, purpose_en, duration, duration_en, contact_name, contact, main_centre, type, filter_id, sf36_version, video_url)
      SELECT ${id}, ${title}, ${description}, ${titleEn}, ${descriptionEn}, ${purpose}, ${purposeEn}, ${duration}, ${durationEn}, 'Segreteria dello studio', 'studi@example.org', ${centres[0]}, ${type}, f.id, (SELECT max(version) FROM sf36_version), ${videoUrl}
      FROM saved_filter AS f WHERE f.name = ${filter}`
    await sql`
      INSERT INTO clinical_study_sheet (study_id, language, name, bytes, sha256, entered_by)
      VALUES (${id}, 'it', 'foglio-informativo.pdf', ${demoPdf}, ${createHash('sha256').update(demoPdf).digest('hex')}, 'ga@demo.example')`
    if (reached === 'committees') continue
    for (const centre of centres)
      await sql`
        INSERT INTO clinical_study_centre (study_id, centre_code, approved, committee, decided_on, entered_by)
        VALUES (${id}, ${centre}, true, ${`Comitato etico del centro ${centre}`}, ${decidedOn}, 'demo')`
    if (reached === 'centres') continue
    const candidates = findCandidates(filter, seed, patients, today)
    const invited = reached === 'over' ? candidates.filter((one) => one > lastPublishedAccount) : candidates
    await invite(sql, study, invited, enrolments[reached], today)
  }
}
