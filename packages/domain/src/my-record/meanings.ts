import { type Chelator, chelators } from '../ecrf/treatments.ts'
import type { FieldName } from '../fields/dictionary.ts'
import type { Translations } from '../fields/field-definition.ts'
import { analyteNames, type AnalyteName, type Statistic, statisticNames } from '../fields/sections/laboratory.ts'
import { drugLabels } from './drugs.ts'

const say = (it: string, en: string): Translations => ({ it, en })

const analytes = {
  HB: say(
    'L’emoglobina porta l’ossigeno nel corpo: quando è bassa c’è anemia.',
    'Haemoglobin carries oxygen through the body: when it is low there is anaemia.',
  ),
  FERRITIN: say(
    'La ferritina dice quanto ferro c’è nei depositi del corpo; sale anche con le infiammazioni.',
    'Ferritin shows how much iron the body stores; it also rises with inflammation.',
  ),
  ALT: say(
    'L’ALT è un enzima del fegato: sale quando il fegato soffre.',
    'ALT is an enzyme of the liver: it rises when the liver is under strain.',
  ),
  AST: say(
    'L’AST è un enzima del fegato e dei muscoli: sale quando uno dei due soffre.',
    'AST is an enzyme of the liver and the muscles: it rises when one of them is under strain.',
  ),
  GGT: say('La GGT è un enzima del fegato e delle vie biliari.', 'GGT is an enzyme of the liver and the bile ducts.'),
  BILIRUBIN: say(
    'La bilirubina viene dai globuli rossi che si consumano: se è alta la pelle e gli occhi possono sembrare gialli.',
    'Bilirubin comes from red cells that break down: when it is high, skin and eyes can look yellow.',
  ),
  CREATININE: say('La creatinina dice come lavorano i reni.', 'Creatinine shows how the kidneys work.'),
  EGFR: say(
    'Il filtrato stima quanto sangue puliscono i reni in un minuto.',
    'The GFR estimates how much blood the kidneys clean in a minute.',
  ),
  APP: say('L’APP è un numero che il laboratorio del tuo centro riporta.', 'APP is a number that the laboratory of your centre reports.'),
} as const satisfies Record<AnalyteName, Translations>

const statistics = {
  LAST: say('È il risultato più recente dell’anno.', 'This is the most recent result of the year.'),
  MEAN: say('È la media degli ultimi 12 mesi.', 'This is the mean of the last 12 months.'),
  MEDIAN: say(
    'È il valore centrale degli ultimi 12 mesi: metà dei risultati è più bassa, metà più alta.',
    'This is the middle value of the last 12 months: half of the results are lower, half higher.',
  ),
  MAX: say('È il risultato più alto degli ultimi 12 mesi.', 'This is the highest result of the last 12 months.'),
  MIN: say('È il risultato più basso degli ultimi 12 mesi.', 'This is the lowest result of the last 12 months.'),
} as const satisfies Record<Statistic, Translations>

const sites = {
  LOMBAR_SPINE: say('della colonna', 'of the spine'),
  FEMORAL_NECK: say('del collo del femore', 'of the neck of the femur'),
  TOTAL_HIP: say('di tutta l’anca', 'of the whole hip'),
} as const
type Site = keyof typeof sites

const isDrug = (name: string): name is Chelator => chelators.some((each) => each === name)
const isSite = (name: string): name is Site => Object.hasOwn(sites, name)
const isAnalyte = (name: string): name is AnalyteName => analyteNames.some((each) => each === name)
const isStatistic = (name: string): name is Statistic => statisticNames.some((each) => each === name)

const chelation: Readonly<Record<string, (drug: Chelator) => Translations>> = {
  DOSAGE: (drug) =>
    say(
      `È la dose di ${drugLabels[drug].it} per ogni chilo di peso, nei giorni in cui si prende.`,
      `This is the dose of ${drugLabels[drug].en} for each kilogram of weight, on the days when it is taken.`,
    ),
  PRESCRIPTION: (drug) =>
    say(
      `Sono i giorni alla settimana in cui il centro ha prescritto ${drugLabels[drug].it}.`,
      `These are the days a week for which the centre prescribed ${drugLabels[drug].en}.`,
    ),
  COMPLIANCE: (drug) =>
    say(
      `È la parte delle dosi prescritte di ${drugLabels[drug].it} che risulta presa.`,
      `This is the part of the prescribed doses of ${drugLabels[drug].en} that was taken, as far as is known.`,
    ),
}
const bones: Readonly<Record<string, (site: Site) => Translations>> = {
  T: (site) =>
    say(
      `Confronta la densità ${sites[site].it} con quella di un giovane adulto.`,
      `This compares the density ${sites[site].en} with that of a young adult.`,
    ),
  Z: (site) =>
    say(
      `Confronta la densità ${sites[site].it} con quella di persone della stessa età.`,
      `This compares the density ${sites[site].en} with that of people of the same age.`,
    ),
  BMD: (site) => say(`È la densità misurata ${sites[site].it}.`, `This is the measured density ${sites[site].en}.`),
}

const started = say('È il giorno in cui la terapia è cominciata.', 'This is the day on which the treatment began.')
const ongoing = say('Dice se la terapia è in corso.', 'This says whether the treatment goes on.')
const kindOfUse = say('Dice come il centro usa questa terapia per te.', 'This says how the centre uses this treatment for you.')
const writtenByCentre = say('È una nota scritta dal tuo centro.', 'This is a note that your centre wrote.')
const contact = say('È un recapito che il tuo centro o tu avete indicato.', 'This is a contact that your centre or you gave.')
const place = say('È un dato che vedi e cambi anche nei tuoi dati personali.', 'You also see and change this in your personal data.')
const consent = say(
  'È la tua risposta nei consensi: la cambi quando vuoi.',
  'This is your answer in the consents: you can change it whenever you like.',
)

const sentences = {
  DIAGNOSIS: say('È la malattia del sangue per cui il centro ti segue.', 'This is the blood disease for which the centre follows you.'),
  DIAGNOSIS_2: say('È un’altra malattia del sangue che il centro ha riconosciuto.', 'This is another blood disease that the centre found.'),
  DIAGNOSIS_3: say('È un’altra malattia del sangue che il centro ha riconosciuto.', 'This is another blood disease that the centre found.'),
  FENOTYPE: say(
    'Dice come si presenta la malattia e quanto servono le trasfusioni.',
    'This says how the disease shows and how much it needs transfusions.',
  ),
  GENOTYPE: say(
    'Dice quali varianti dei geni dell’emoglobina causano la malattia.',
    'This says which variants of the haemoglobin genes cause the disease.',
  ),
  DOD: say('È il giorno in cui la malattia è stata riconosciuta.', 'This is the day on which the disease was found.'),
  BLOOD_GROUP: say(
    'È il tuo gruppo del sangue; prima di ogni trasfusione si ripete la prova.',
    'This is your blood group; the test is repeated before each transfusion.',
  ),
  IMMUNIZATION: say(
    'Dice se il tuo corpo ha formato anticorpi contro globuli rossi di altri: serve per scegliere il sangue adatto.',
    'This says whether your body has formed antibodies against red cells of others: it helps to choose suitable blood.',
  ),
  LIC_LAST: say(
    'È il ferro nel fegato, misurato con la risonanza o con una biopsia.',
    'This is the iron in the liver, measured by MRI or biopsy.',
  ),
  T2_HEART_LAST: say(
    'È una misura della risonanza: più il numero è basso, più ferro c’è nel cuore.',
    'This is a measure by MRI: the lower the number, the more iron in the heart.',
  ),
  T2_LIVER_LAST: say(
    'È una misura della risonanza: più il numero è basso, più ferro c’è nel fegato.',
    'This is a measure by MRI: the lower the number, the more iron in the liver.',
  ),
  FIBR_STIFFNESS: say(
    'Dice quanto è rigido il fegato: un fegato rigido può avere cicatrici.',
    'This says how stiff the liver is: a stiff liver can have scars.',
  ),
  CARDIOMIOPATHIES: say('È una malattia del muscolo del cuore.', 'This is a disease of the heart muscle.'),
  HEART_FAILURE: say('Dice se il cuore pompa meno del necessario.', 'This says whether the heart pumps less than needed.'),
  CONGESTIVE_HEART_FAILURE: say(
    'Dice se il cuore pompa poco e il corpo trattiene liquidi.',
    'This says whether the heart pumps little and the body keeps water.',
  ),
  ARRHYTHMIA: say('È un battito irregolare del cuore.', 'This is an irregular heartbeat.'),
  PULMONARY_HYPERTENSION: say('È una pressione alta nei vasi dei polmoni.', 'This is a high pressure in the vessels of the lungs.'),
  LIVER_DISEASE: say(
    'Dice se c’è una malattia del fegato che dura nel tempo.',
    'This says whether there is a lasting disease of the liver.',
  ),
  LIVER_CIRRHOSIS: say('Dice se il fegato ha molte cicatrici.', 'This says whether the liver has many scars.'),
  HBV: say('È un’epatite B, presente o passata.', 'This is hepatitis B, present or past.'),
  HCV: say(
    'Dice se hai avuto contatto con il virus dell’epatite C; resta sì anche dopo la guarigione.',
    'This says whether you met the virus of hepatitis C; it stays yes after the cure.',
  ),
  HCC: say('È un tumore del fegato.', 'This is a tumour of the liver.'),
  TT: say('Dice se e quanto spesso ricevi sangue.', 'This says whether and how often you receive blood.'),
  TT_ONGOING: say('Dice se le trasfusioni sono in corso.', 'This says whether transfusions go on.'),
  TT_QTY: say(
    'Sono le unità di globuli rossi ricevute negli ultimi 12 mesi.',
    'These are the units of red cells received in the last 12 months.',
  ),
  TT_TYPE: say(
    'Dice se ricevi sangue o se una macchina scambia i tuoi globuli rossi.',
    'This says whether you receive blood or a machine exchanges your red cells.',
  ),
  TT_START: say('È il giorno della prima trasfusione regolare.', 'This is the day of the first regular transfusion.'),
  ICT_TYPE: say('È il farmaco che toglie il ferro in eccesso.', 'This is the medicine that removes surplus iron.'),
  ICT_ONGOING: ongoing,
  ICT_START: started,
  ICT_MODALITY: say(
    'Dice se i farmaci contro il ferro si prendono da soli, insieme o a turno.',
    'This says whether the medicines against iron are taken alone, together or in turn.',
  ),
  ICT_IP: say(
    'Dice se segui un programma più intenso, per molto ferro.',
    'This says whether you follow a more intense programme, for much iron.',
  ),
  ICT_OTHER_PRODUCT: say('È il nome dell’altro farmaco contro il ferro.', 'This is the name of the other medicine against iron.'),
  HU_TERAPY_TYPE: kindOfUse,
  HU_TERAPY_ONGOING: ongoing,
  HU_TERAPY_START: started,
  HU_TERAPY_DOSAGE: say(
    'È la dose di idrossiurea per ogni chilo di peso, al giorno.',
    'This is the dose of hydroxyurea for each kilogram of weight, a day.',
  ),
  LUS_TERAPY_TYPE: kindOfUse,
  LUS_TERAPY_ONGOING: ongoing,
  LUS_TERAPY_START: started,
  LUS_TERAPY_DOSAGE: say(
    'È la dose di luspatercept per ogni chilo di peso, a ogni iniezione.',
    'This is the dose of luspatercept for each kilogram of weight, at each injection.',
  ),
  OTHER_THERAPIES: say('Sono gli altri farmaci che il centro ha annotato.', 'These are the other medicines that the centre noted.'),
  BMT: say('Dice se hai ricevuto cellule staminali di un donatore.', 'This says whether you received stem cells of a donor.'),
  BMT_DATE: say('È il giorno del trapianto.', 'This is the day of the transplant.'),
  BMT_NOTE: writtenByCentre,
  GT: say(
    'Dice se hai ricevuto le tue cellule corrette in laboratorio.',
    'This says whether you received your own cells, corrected in a laboratory.',
  ),
  GT_START: say('È il giorno in cui hai ricevuto le cellule.', 'This is the day on which you received the cells.'),
  GT_PROTOCOL: say('È il nome del prodotto o della sperimentazione.', 'This is the name of the product or of the trial.'),
  GT_CONDITIONING: say(
    'Sono i farmaci che hanno preparato il corpo alla terapia genica.',
    'These are the medicines that prepared the body for gene therapy.',
  ),
  GT_OUTCOME: say('Dice com’è andata la terapia genica.', 'This says how the gene therapy went.'),
  GT_NOTE: writtenByCentre,
  COMPLICATIONS_NUM: say(
    'Il registro conta quante complicanze sono segnate come presenti.',
    'The registry counts how many complications are marked as present.',
  ),
  SPLENOMEGALY: say('Dice se la milza è ingrossata.', 'This says whether the spleen is enlarged.'),
  SPLENECTOMY: say(
    'Dice se la milza è stata tolta: senza milza le infezioni vanno curate subito.',
    'This says whether the spleen was removed: without it infections need treatment at once.',
  ),
  SPLENECTOMY_DATE: say('È il giorno in cui la milza è stata tolta.', 'This is the day on which the spleen was removed.'),
  CHOLELITHIASIS: say('Sono calcoli nella cistifellea.', 'These are stones in the gallbladder.'),
  CHOLECISTECTOMY: say('Dice se la cistifellea è stata tolta.', 'This says whether the gallbladder was removed.'),
  CHOLECISTECTOMY_DATE: say('È il giorno in cui la cistifellea è stata tolta.', 'This is the day on which the gallbladder was removed.'),
  DIABETES: say('È uno zucchero alto nel sangue che dura nel tempo.', 'This is a lasting high sugar in the blood.'),
  HYPOTHYROIDISM: say('La tiroide lavora meno del necessario.', 'The thyroid works less than needed.'),
  HYPOPARATHYROIDISM: say(
    'Le paratiroidi lavorano poco e il calcio nel sangue è basso.',
    'The parathyroids work little and the calcium in the blood is low.',
  ),
  HYPOGANADISM: say('Gli ormoni sessuali sono meno del necessario.', 'The sex hormones are less than needed.'),
  HYPOCORTISOLISM: say('Le ghiandole surrenali producono poco cortisolo.', 'The adrenal glands make little cortisol.'),
  THROMBOSIS: say('È un coagulo in una vena o in un’arteria.', 'This is a clot in a vein or an artery.'),
  STROKE: say(
    'È un danno al cervello per mancanza di sangue o per un’emorragia.',
    'This is damage to the brain by lack of blood or by a bleeding.',
  ),
  VOC: say('Sono crisi di dolore che hanno richiesto l’aiuto di un medico.', 'These are crises of pain that needed the help of a doctor.'),
  ACUTE_CHEST_SYNDROME: say(
    'È una complicanza dei polmoni della malattia drepanocitica, con febbre o respiro difficile.',
    'This is a complication of the lungs in sickle cell disease, with fever or hard breathing.',
  ),
  SPLENIC_SEQUESTRATION: say(
    'La milza trattiene molto sangue e l’emoglobina scende di colpo.',
    'The spleen traps much blood and haemoglobin falls suddenly.',
  ),
  OSTEONECROSIS: say('È la morte di una parte di osso per poco sangue.', 'This is the death of a part of a bone by lack of blood.'),
  LEG_ULCERS: say('Sono ferite delle gambe che guariscono lentamente.', 'These are wounds of the legs that heal slowly.'),
  PRIAPISM: say('È un’erezione dolorosa che non passa.', 'This is a painful erection that does not pass.'),
  CHRONIC_KIDNEY_DISEASE: say(
    'I reni lavorano meno del normale da più di tre mesi.',
    'The kidneys have worked less than normal for more than three months.',
  ),
  NEPHROLITHIASIS: say('Sono calcoli nei reni.', 'These are stones in the kidneys.'),
  SKELETAL_PROBLEMS: say('Sono fratture, deformità o dolori delle ossa.', 'These are fractures, deformities or pains of the bones.'),
  EYE_PROBLEMS: say(
    'Sono problemi degli occhi legati alla malattia o ai farmaci.',
    'These are problems of the eyes from the disease or the medicines.',
  ),
  DENTAL_PROBLEMS: say('Sono problemi dei denti o delle mascelle.', 'These are problems of the teeth or the jaws.'),
  OSTEOPOROSIS: say('Le ossa sono meno dense e si rompono più facilmente.', 'The bones are less dense and break more easily.'),
  DEXA_DATE: say('È il giorno dell’esame della densità delle ossa.', 'This is the day of the test of bone density.'),
  WEIGHT: say('È l’ultimo peso che il centro ha misurato.', 'This is the last weight that the centre measured.'),
  STATUS: say('Dice se il centro ti segue ancora.', 'This says whether the centre still follows you.'),
  HOSPEDALIZATIONS: say(
    'Sono i ricoveri degli ultimi 12 mesi, senza le trasfusioni in giornata.',
    'These are the stays in hospital of the last 12 months, without day transfusions.',
  ),
  HOSPEDAL_DAYS: say('Sono i giorni passati in ospedale negli ultimi 12 mesi.', 'These are the days in hospital in the last 12 months.'),
  HOSPEDAL_CAUSES: say('Sono i motivi dei ricoveri, con il loro codice.', 'These are the reasons of the stays, with their code.'),
  DEAD_DATE: say(
    'Il centro la indica solo per chi è morto: se la leggi qui, avvisa il centro.',
    'The centre gives it only for people who died: if you read it here, tell the centre.',
  ),
  DEAD_CAUSE: say(
    'Il centro la indica solo per chi è morto: se la leggi qui, avvisa il centro.',
    'The centre gives it only for people who died: if you read it here, tell the centre.',
  ),
  COVID_STATUS: say('Dice se hai avuto il COVID-19.', 'This says whether you had COVID-19.'),
  COVID_SYMPTOM: say('Dice quanto sono stati forti i sintomi.', 'This says how strong the symptoms were.'),
  COVID_DETECTION: say('Dice come si è scoperta l’infezione.', 'This says how the infection was found.'),
  COVID_SOURCE: say('Dice dove è avvenuto il contagio, se si sa.', 'This says where the infection came from, if known.'),
  COVID_HOSPITALIZATION: say('Dice quale cura è servita, al massimo.', 'This says which care was needed at most.'),
  COVID_HOSP_DAYS: say('Sono i giorni in ospedale per il COVID-19.', 'These are the days in hospital for COVID-19.'),
  COVID_DISASE_DAYS: say(
    'Sono i giorni dal primo sintomo o test alla guarigione.',
    'These are the days from the first symptom or test to recovery.',
  ),
  COVID_TERAPY: say('Sono le cure ricevute per il COVID-19.', 'These are the treatments received for COVID-19.'),
  COVID_OUTCOME: say('Dice com’è finita la malattia.', 'This says how the disease ended.'),
  DOB: say('È il giorno in cui sei nato o nata.', 'This is the day on which you were born.'),
  SEX: say('È il sesso registrato alla nascita.', 'This is the sex recorded at birth.'),
  CENTER_START: say('È il giorno del primo contatto con il tuo centro.', 'This is the day of the first contact with your centre.'),
  legal_id: place,
  telephone: place,
  lob_nation: place,
  lob_region: place,
  address_nation: place,
  address_area: place,
  address_town: place,
  address_street: place,
  address_zip: place,
  SURNAME: say('È il cognome con cui il centro ti ha registrato.', 'This is the surname under which the centre registered you.'),
  NAME: say('È il nome con cui il centro ti ha registrato.', 'This is the first name under which the centre registered you.'),
  CENTER_ID: say(
    'È il codice con cui il centro ti riconosce nel registro.',
    'This is the code by which the centre knows you in the registry.',
  ),
  center_code: say('È il codice del centro che ti segue.', 'This is the code of the centre that follows you.'),
  login_mode: say('Dice con quale recapito entri in MyConsent.', 'This says by which contact you sign in to MyConsent.'),
  email: contact,
  mobile_prefix: contact,
  mobile: contact,
  c_db: say('Dice se hai risposto ai consensi.', 'This says whether you have answered the consents.'),
  C_DB_P: consent,
  C_DB_M: consent,
  c_s: consent,
  c_extraeu: consent,
  c_p_db: consent,
  c_f: consent,
  C_DB_NO_NOTIFICATION: say('È la tua scelta se lasci il registro.', 'This is your choice if you leave the registry.'),
} as const satisfies Readonly<Partial<Record<FieldName, Translations>>>

const hasSentence = (name: string): name is keyof typeof sentences => Object.hasOwn(sentences, name)

/** Explains a field to a patient in one sentence: no advice, and no word that only a clinician knows. */
export const explainField = (name: FieldName): Translations | undefined => {
  if (hasSentence(name)) return sentences[name]
  if (isAnalyte(name)) return analytes[name]
  const last = name.slice(name.lastIndexOf('_') + 1)
  const first = name.slice(0, -last.length - 1)
  if (isAnalyte(first) && isStatistic(last))
    return say(`${analytes[first].it} ${statistics[last].it}`, `${analytes[first].en} ${statistics[last].en}`)
  const middle = first.slice(first.indexOf('_') + 1)
  if (first.startsWith('ICT_') && isDrug(middle)) return chelation[last]?.(middle)
  if (first.startsWith('DEXA_') && isSite(middle)) return bones[last]?.(middle)
  return undefined
}
