import type { ConsentDocument, ConsentEvent, CurrentConsents } from '@registry/api-contract/consents'
import type { ConsentParagraph } from '@registry/domain/consent/questions'

const question = (field: string, text: string, options = ['Sì', 'No']): ConsentParagraph => ({ type: 'radio', text, options, field })

/** Short documents in the shape of the real ones. */
export const consentDocuments: Readonly<Record<ConsentDocument['kind'], ConsentDocument>> = {
  information: {
    kind: 'information',
    version: 1,
    language: 'it',
    hash: 'information-1',
    paragraphs: [
      { type: 'title', text: '1. Chi tiene il registro' },
      { type: 'summary', text: 'Lo tiene una rete.' },
      { type: 'text', text: 'Una rete di centri.' },
    ],
  },
  preliminary: {
    kind: 'preliminary',
    version: 2,
    language: 'it',
    hash: 'preliminary-2',
    paragraphs: [
      { type: 'title', text: 'Prima di decidere' },
      question('P_READ', 'Hai letto le informazioni?'),
      question('P_FREE', 'Rispondi liberamente?'),
    ],
  },
  consents: {
    kind: 'consents',
    version: 3,
    language: 'it',
    hash: 'consents-3',
    paragraphs: [
      { type: 'title', text: 'I tuoi dati personali' },
      question('C_DB_P', 'Permetti l’uso dei dati personali?'),
      { type: 'title', text: 'Scoperte inattese' },
      question('C_INCIDENTAL', 'Come vuoi saperlo?', ['Di persona', 'Dal mio medico', 'Preferisco non saperlo']),
    ],
  },
  assent_child: {
    kind: 'assent_child',
    version: 1,
    language: 'it',
    hash: 'assent-child-1',
    paragraphs: [{ type: 'text', text: 'Queste righe sono per te.' }],
  },
  assent_adolescent: {
    kind: 'assent_adolescent',
    version: 2,
    language: 'it',
    hash: 'assent-adolescent-2',
    paragraphs: [{ type: 'text', text: 'Prima dei 18 anni decidono i genitori.' }],
  },
  withdrawal: {
    kind: 'withdrawal',
    version: 4,
    language: 'it',
    hash: 'withdrawal-4',
    paragraphs: [
      { type: 'title', text: 'Fermare tutto da oggi' },
      { type: 'text', text: 'Non raccogliamo più nulla su di te.' },
      { type: 'text', text: 'Da qui non potrai più tornare indietro.' },
      { type: 'title', text: 'Rendere anonimi i miei dati' },
      { type: 'text', text: 'Distruggiamo il tuo nome.' },
      { type: 'text', text: 'Non si può annullare: nemmeno noi potremo più ritrovare i tuoi dati.' },
      { type: 'title', text: 'Cancellare i miei dati' },
      { type: 'text', text: 'Cancelliamo i tuoi dati.' },
      { type: 'text', text: 'Non si può annullare: i dati cancellati non si recuperano.' },
      question('C_DB_NO_NOTIFICATION', 'Che cosa vuoi fare dei tuoi dati?', [
        'Fermare tutto da oggi',
        'Rendere anonimi i miei dati',
        'Cancellare i miei dati',
      ]),
      { type: 'title', text: 'In ogni caso' },
      { type: 'text', text: 'I dati già consegnati a uno studio non si possono richiamare.' },
    ],
  },
}

/** The procedures that send a document. */
export const fakeDocuments = (send: (kind: ConsentDocument['kind']) => ConsentDocument = (kind) => consentDocuments[kind]) => ({
  information: async () => send('information'),
  preliminary: async () => send('preliminary'),
  questions: async () => send('consents'),
  assentText: async () => send('assent_adolescent'),
  withdrawalChoices: async () => send('withdrawal'),
})

export const nothingGiven: CurrentConsents = {
  given: false,
  toRenew: false,
  waiting: [],
  assent: null,
  preliminaryPassed: false,
  answers: {},
  states: {},
  answeredAt: null,
  receipt: null,
  withdrawal: null,
}
export const everythingGiven: CurrentConsents = {
  ...nothingGiven,
  given: true,
  preliminaryPassed: true,
  answers: { C_DB_P: true, C_INCIDENTAL: 2 },
  states: {
    C_DB_P: { since: '2026-11-20T10:31:00.000Z', withdrawn: false },
    C_INCIDENTAL: { since: '2026-11-20T10:31:00.000Z', withdrawn: false },
  },
  answeredAt: '2026-11-20T10:31:00.000Z',
  receipt: 15,
}

const answered = { at: '2026-11-20T10:31:00.000Z', version: 3, channel: 'patient', language: 'it', receipt: 15 } as const
/** Newest first, as the server answers it. */
export const ledger: ConsentEvent[] = [
  { ...answered, entry: 3, field: 'C_INCIDENTAL', question: 'Come vuoi saperlo?', answer: 'Dal mio medico' },
  { ...answered, entry: 2, field: 'C_DB_P', question: 'Permetti l’uso dei dati personali?', answer: 'Sì' },
  {
    entry: 1,
    at: '2026-10-02T08:00:00.000Z',
    version: 2,
    channel: 'centre',
    language: 'it',
    field: 'C_DB',
    question: 'C_DB',
    answer: 'true',
    receipt: null,
  },
]
