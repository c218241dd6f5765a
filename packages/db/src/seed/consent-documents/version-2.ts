import type { DocumentContent, DocumentParagraph } from '../../schema/consents.ts'

/** The sentence at the top of each section of the information document, in its order. */
const summaries = {
  it: [
    'Il registro è tenuto da una rete di centri, e il tuo centro è il primo a cui chiedere.',
    'Il registro mette insieme i dati di molti centri, per capire quali cure funzionano meglio.',
    'Si raccolgono i tuoi dati personali e clinici, finché non ritiri il consenso.',
    'Il tuo nome lo vedete solo tu e il tuo centro, e ogni accesso lascia una traccia.',
    'Per ogni studio ricevi un invito e decidi tu, sì o no.',
    'I dati si condividono senza il tuo nome, e i casi più delicati li scegli uno per uno.',
    'Partecipare non ti porta un guadagno, ma aiuta la ricerca.',
    'Nessun esame si fa solo per il registro: il rischio è che qualcuno ti riconosca dai dati.',
    'Puoi vedere, correggere, limitare e cancellare i tuoi dati, e fare reclamo.',
    'Puoi cambiare una risposta o lasciare il registro quando vuoi, e le tue cure restano le stesse.',
  ],
  en: [
    'A network of centres runs the registry, and your own centre is the first place to ask.',
    'The registry brings together the data of many centres, to learn which treatments work best.',
    'We collect your personal and clinical data until you withdraw your consent.',
    'Only you and your centre see your name, and every access leaves a trace.',
    'For each study you get an invitation and you decide, yes or no.',
    'Data are shared without your name, and you choose the most sensitive cases one by one.',
    'Taking part brings you no money, but it helps research.',
    'No test is done only for the registry: the risk is that someone recognises you from the data.',
    'You can see, correct, limit and delete your data, and you can complain.',
    'You can change an answer or leave the registry whenever you like, and your care stays the same.',
  ],
} as const

/** Version 1 used both “medical” and, on the home page, “clinical”. Since version 2, one word has one meaning. */
const renamed = {
  it: [
    ['dati medici', 'dati clinici'],
    ['personali e medici', 'personali e clinici'],
    ['personali e quelli medici', 'personali e quelli clinici'],
  ],
  en: [
    ['medical data', 'clinical data'],
    ['Medical data', 'Clinical data'],
  ],
} as const

type Language = keyof typeof renamed

const renameData = (text: string, language: Language): string =>
  renamed[language].reduce<string>((changed, [from, to]) => changed.replaceAll(from, to), text)

const renameInParagraphs = (paragraphs: readonly DocumentParagraph[], language: Language): readonly DocumentParagraph[] =>
  paragraphs.map((paragraph) => ({ ...paragraph, text: renameData(paragraph.text, language) }))

/** Builds version 2 of a document from version 1, which remains as published (REQ-CON-01). */
export const buildVersion2 = ({ it, en }: DocumentContent): DocumentContent => ({
  it: renameInParagraphs(it, 'it'),
  en: renameInParagraphs(en, 'en'),
})

const addSummaries = (paragraphs: readonly DocumentParagraph[], language: Language): readonly DocumentParagraph[] => {
  const sentences = summaries[language].values()
  return paragraphs.flatMap((paragraph): DocumentParagraph[] =>
    paragraph.type === 'title' ? [paragraph, { type: 'summary', text: sentences.next().value ?? '' }] : [paragraph],
  )
}

/**
 * Version 2 of the information document also has a summary of each section. It is part of the document, so the ledger's hash covers it
 * (REQ-CON-04).
 */
export const buildInformationVersion2 = (first: DocumentContent): DocumentContent => {
  const { it, en } = buildVersion2(first)
  return { it: addSummaries(it, 'it'), en: addSummaries(en, 'en') }
}
