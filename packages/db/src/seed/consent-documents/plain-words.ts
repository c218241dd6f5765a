import type { DocumentContent, DocumentParagraph } from '../../schema/consents.ts'

type Wording = readonly (readonly [from: string, to: string])[]
type DocumentWording = { readonly it: Wording; readonly en: Wording }

/** Each sentence keeps its meaning, so no version with these words needs a new answer. */
const wordings = {
  information: {
    it: [['Molte cose le puoi fare da solo in quest’area', 'Molte cose le puoi fare qui, senza aiuto']],
    en: [
      ['to whom you can write with any doubt', 'to whom you can write with any question'],
      ['Your name stands apart from your clinical data', 'Your name is kept separately from your clinical data'],
      ['Read it calmly and answer yes or no', 'Take your time to read it, and answer yes or no'],
      ['few people may search', 'access is limited'],
      [
        'a keyed fingerprint whose only use is that no file of the centre registers you again',
        'an encrypted fingerprint, used only to stop your centre’s files from registering you again',
      ],
    ],
  },
  // A minor who is heard answers truthfully too, and the answers of everybody else stay the same (REQ-GRD-03).
  preliminary: {
    it: [
      [
        'Hai compiuto 18 anni, oppure rispondi come genitore o tutore di chi non li ha compiuti?',
        'Hai compiuto 18 anni o, se non li hai compiuti, risponde anche un tuo genitore o tutore?',
      ],
    ],
    en: [
      [
        'Are you 18 or over, or do you answer as the parent or guardian of someone who is not?',
        'Are you 18 or over or, if you are not, does your parent or guardian answer too?',
      ],
    ],
  },
  consents: {
    it: [['In quei casi i dati partono senza nome', 'In quei casi i dati vengono inviati senza il tuo nome']],
    en: [
      ['your clinical data, the genetic ones included, for research', 'your clinical data, including genetic data, for research'],
      ['An invitation binds you to nothing', 'An invitation does not commit you to anything'],
      ['In those cases data leave without a name', 'In those cases data are sent without your name'],
    ],
  },
  withdrawal: {
    it: [],
    en: [
      [
        'the proof no longer carries your name, and of its time only the year stays',
        'the proof no longer carries your name, and of its date only the year is kept',
      ],
      [
        'a keyed fingerprint of your code, your tax code and your contacts stays too: its only use is that no file of the centre registers you again, unless you ask for it and confirm',
        'an encrypted fingerprint of your code, your tax code and your contacts stays too, used only to stop your centre’s files from registering you again, unless you ask for it and confirm',
      ],
    ],
  },
} as const satisfies Record<string, DocumentWording>

const replaceWords = (paragraphs: readonly DocumentParagraph[], wording: Wording): readonly DocumentParagraph[] =>
  paragraphs.map((paragraph) => ({
    ...paragraph,
    text: wording.reduce((text, [from, to]) => text.replace(from, to), paragraph.text),
  }))

/** Builds the version of a document that uses plainer words than the previous version (REQ-CON-01). */
export const buildPlainVersion = (kind: keyof typeof wordings, { it, en }: DocumentContent): DocumentContent => ({
  it: replaceWords(it, wordings[kind].it),
  en: replaceWords(en, wordings[kind].en),
})
