import type { DocumentContent, DocumentParagraph } from '../../schema/consents.ts'

type Translations = { readonly it: string; readonly en: string }
type Question = {
  readonly field: string
  readonly title: Translations
  readonly explanation: Translations
  readonly question: Translations
  readonly options?: { readonly it: readonly string[]; readonly en: readonly string[] }
}

const yesOrNo = { it: ['Sì', 'No'], en: ['Yes', 'No'] } as const

/** The questions of the general consent, each with a heading and an explanation (REQ-CON-02). */
const questions: readonly Question[] = [
  {
    field: 'C_DB_P',
    title: { it: 'I tuoi dati personali', en: 'Your personal data' },
    explanation: {
      it: 'Sono, per esempio, la data di nascita, il codice fiscale, l’indirizzo e il telefono. Servono al tuo centro per sapere che una scheda è proprio la tua e per non registrarti due volte. Chi fa ricerca riceve un codice al posto del tuo nome.',
      en: 'They are, for example, your date of birth, tax code, address and telephone. Your centre needs them to know that a record is really yours and not to register you twice. Researchers receive a code in place of your name.',
    },
    question: {
      it: 'Permetti al registro di conservare e usare i tuoi dati personali?',
      en: 'Do you allow the registry to keep and use your personal data?',
    },
  },
  {
    field: 'C_DB_M',
    title: { it: 'I tuoi dati medici', en: 'Your medical data' },
    explanation: {
      it: 'Sono la diagnosi, le terapie, gli esami, le complicanze e anche i risultati genetici che riguardano la talassemia o l’emoglobinopatia. Il tuo centro li prende dalla tua cartella. Senza questo consenso non puoi entrare in nessuno studio.',
      en: 'They are your diagnosis, treatments, tests, complications, and also the genetic results about thalassaemia or another haemoglobin disorder. Your centre takes them from your records. Without this consent you cannot join any study.',
    },
    question: {
      it: 'Permetti al registro di conservare e usare i tuoi dati medici, compresi quelli genetici, per la ricerca su queste malattie?',
      en: 'Do you allow the registry to keep and use your medical data, the genetic ones included, for research on these conditions?',
    },
  },
  {
    field: 'C_S',
    title: { it: 'Inviti a studi e questionari', en: 'Invitations to studies and questionnaires' },
    explanation: {
      it: 'Se uno studio approvato da un comitato etico cerca persone come te, possiamo scriverti per invitarti. Un invito non ti obbliga a nulla: per ogni studio rispondi sì o no.',
      en: 'When a study approved by an ethics committee looks for people like you, we can write to invite you. An invitation binds you to nothing: for each study you answer yes or no.',
    },
    question: {
      it: 'Vuoi che ti contattiamo per studi e questionari?',
      en: 'Would you like us to contact you about studies and questionnaires?',
    },
  },
  {
    field: 'C_EXTRAEU',
    title: { it: 'Paesi fuori dall’Unione europea', en: 'Countries outside the European Union' },
    explanation: {
      it: 'Alcuni studi si fanno anche in Paesi che hanno regole diverse dalle nostre sulla protezione dei dati. In quei casi i dati partono senza nome e con le garanzie che la legge chiede, scritte nelle informazioni di ogni studio.',
      en: 'Some studies also take place in countries whose rules on data protection differ from ours. In those cases data leave without a name and with the guarantees that the law asks for, which the information on each study describes.',
    },
    question: {
      it: 'Permetti che i tuoi dati, senza il nome, siano usati anche fuori dall’Unione europea?',
      en: 'Do you allow your data, without your name, to be used also outside the European Union?',
    },
  },
  {
    field: 'C_P_DB',
    title: { it: 'Banche dati pubbliche per la ricerca', en: 'Public research databases' },
    explanation: {
      it: 'Le riviste scientifiche e chi finanzia la ricerca chiedono spesso di mettere i dati in archivi consultabili da altri ricercatori. I dati non portano il tuo nome, ma in una malattia rara il rischio che qualcuno ti riconosca non è nullo.',
      en: 'Scientific journals and those who fund research often ask for data to be put in archives that other researchers can consult. The data do not carry your name, but in a rare disease the risk that someone recognises you is not zero.',
    },
    question: {
      it: 'Permetti che i tuoi dati, senza il nome, entrino in banche dati pubbliche?',
      en: 'Do you allow your data, without your name, to enter public databases?',
    },
  },
  {
    field: 'C_F',
    title: { it: 'Aziende farmaceutiche', en: 'Pharmaceutical companies' },
    explanation: {
      it: 'Le aziende che studiano nuovi farmaci possono chiedere di partecipare a uno studio o di riceverne i dati, sempre senza nome. Non ricevi denaro e il registro non vende i tuoi dati.',
      en: 'Companies that study new medicines may ask to take part in a study or to receive its data, always without a name. You receive no money and the registry does not sell your data.',
    },
    question: {
      it: 'Permetti che i tuoi dati, senza il nome, siano usati in studi con aziende farmaceutiche?',
      en: 'Do you allow your data, without your name, to be used in studies with pharmaceutical companies?',
    },
  },
  {
    field: 'C_INCIDENTAL',
    title: { it: 'Scoperte inattese', en: 'Unexpected findings' },
    explanation: {
      it: 'Durante una ricerca può emergere qualcosa che nessuno cercava e che può contare per la tua salute o per quella dei tuoi familiari. Capita di rado. Decidi tu se e come saperlo.',
      en: 'Research may bring to light something that nobody was looking for and that may matter for your health or your family’s. It happens rarely. You decide whether and how to be told.',
    },
    question: {
      it: 'Se emerge qualcosa di importante per la tua salute, come vuoi saperlo?',
      en: 'If something important for your health comes to light, how would you like to be told?',
    },
    options: {
      it: ['Dal medico del mio centro, di persona', 'Da un medico che scelgo io e che indico al centro', 'Preferisco non saperlo'],
      en: ['By the doctor of my centre, in person', 'By a doctor whom I choose and name to the centre', 'I prefer not to know'],
    },
  },
]

const buildParagraphs = (language: 'it' | 'en'): DocumentParagraph[] => [
  {
    type: 'text',
    text: {
      it: 'Ogni scelta è a sé: puoi dire sì a una cosa e no a un’altra, e cambiare idea quando vuoi. Le risposte valgono da quando le confermi.',
      en: 'Each choice stands alone: you can say yes to one thing and no to another, and change your mind whenever you like. Your answers hold from the moment you confirm them.',
    }[language],
  },
  ...questions.flatMap(({ field, title, explanation, question, options = yesOrNo }): DocumentParagraph[] => [
    { type: 'title', text: title[language] },
    { type: 'text', text: explanation[language] },
    { type: 'radio', text: question[language], options: options[language], field },
  ]),
]

export const consentQuestions: DocumentContent = { it: buildParagraphs('it'), en: buildParagraphs('en') }
