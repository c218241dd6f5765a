import type { DocumentContent, DocumentParagraph } from '../../schema/consents.ts'

/** The consequences of anonymisation, which replace all paragraphs under this heading (REQ-CON-08). */
const anonymous = {
  it: {
    heading: 'Rendere anonimi i miei dati',
    paragraphs: [
      'Distruggiamo il tuo nome, i tuoi contatti, i tuoi dati personali e clinici e la loro storia. Resta una scheda di dieci classi: il sesso; la fascia di età (0-17, 18-39, 40-59, da 60); nord, centro o sud e isole; il tipo di malattia; se dipendi da trasfusioni; se la milza è stata tolta; in vita o no; l’ultima ferritina e l’ultima T2* cardiaca in fasce; il numero di complicanze in fasce. Nessuna data, nessun valore misurato, nessun testo.',
      'La scheda non è nei filtri e nelle esportazioni. Nessuno la legge finché non ce ne sono almeno cinque uguali; allora sono pubblicate insieme, se serve con meno classi. Sesso ed età ci sono solo se hai dato il consenso ai dati personali; senza il consenso ai dati clinici non resta nessuna scheda.',
      'Non si può annullare: i dati distrutti non si recuperano, e nulla collega la scheda a te, quindi non potremo correggerla o cancellarla.',
    ],
  },
  en: {
    heading: 'Make my data anonymous',
    paragraphs: [
      'We destroy your name, your contacts, your personal and clinical data and their history. A record of ten classes stays: sex; age group (0-17, 18-39, 40-59, from 60); north, centre, or south and islands; kind of disease; whether you depend on transfusions; whether your spleen was removed; alive or not; the last ferritin and the last cardiac T2* in ranges; the number of complications in ranges. No date, no measured value, no text.',
      'The record is not in filters and exports. Nobody reads it until there are at least five equal ones; they are then published together, with fewer classes if needed. Sex and age are in it only if you consented to personal data; without the consent to clinical data no record stays.',
      'It cannot be undone: destroyed data cannot be recovered, and nothing connects the record to you, so we will not be able to correct or erase it.',
    ],
  },
} as const

/** The part about anonymisation in a paragraph of the information document. */
const informationPart = {
  it: {
    from: /Rendere anonimo: .*Nel registro non resta nulla che li colleghi a te\./,
    to: 'Rendere anonimo: il tuo nome, i tuoi dati personali e quelli clinici vengono distrutti, con la loro storia; resta una scheda di dieci classi, come il sesso, la fascia di età e il tipo di malattia, senza date, valori misurati e testi. Nessuno la legge finché non ce ne sono almeno cinque uguali, che sono pubblicate insieme. Nel registro non resta nulla che la colleghi a te.',
  },
  en: {
    from: /Make anonymous: .*Nothing stays in the registry that connects them to you\./,
    to: 'Make anonymous: your name, your personal and your clinical data are destroyed, with their history; a record of ten classes stays, such as sex, age group and kind of disease, without dates, measured values and texts. Nobody reads it until there are at least five equal ones, which are published together. Nothing stays in the registry that connects it to you.',
  },
} as const

type Language = keyof typeof anonymous

const replaceParagraphs = (paragraphs: readonly DocumentParagraph[], language: Language): readonly DocumentParagraph[] => {
  const { heading, paragraphs: replacements } = anonymous[language]
  const start = paragraphs.findIndex(({ type, text }) => type === 'title' && text === heading) + 1
  const length = paragraphs.slice(start).findIndex(({ type }) => type !== 'text')
  return paragraphs.toSpliced(start, length, ...replacements.map((text): DocumentParagraph => ({ type: 'text', text })))
}

const replacePart = (paragraphs: readonly DocumentParagraph[], language: Language): readonly DocumentParagraph[] => {
  const { from, to } = informationPart[language]
  return paragraphs.map((paragraph) => ({ ...paragraph, text: paragraph.text.replace(from, to) }))
}

/** Builds version 3 of the choices of a withdrawal: fewer data remain than in version 2, so no new answer is needed. */
export const buildWithdrawalVersion3 = ({ it, en }: DocumentContent): DocumentContent => ({
  it: replaceParagraphs(it, 'it'),
  en: replaceParagraphs(en, 'en'),
})

/** Builds version 3 of the information document, for the same reason. */
export const buildInformationVersion3 = ({ it, en }: DocumentContent): DocumentContent => ({
  it: replacePart(it, 'it'),
  en: replacePart(en, 'en'),
})
