import type { DocumentContent, DocumentParagraph } from '../../schema/consents.ts'

const createQuestion =
  (options: readonly string[]) =>
  (field: string, text: string): DocumentParagraph => ({ type: 'radio', text, options, field })
const questionIt = createQuestion(['Sì', 'No'])
const questionEn = createQuestion(['Yes', 'No'])

/** Six questions. The consents open after the patient answered all of them with Yes (REQ-CON-03). */
export const preliminaryQuestions: DocumentContent = {
  it: [
    { type: 'title', text: 'Prima di decidere' },
    {
      type: 'text',
      text: 'Rispondi a queste sei domande. Servono a essere sicuri che tu abbia tutto ciò che ti occorre per scegliere. Se a una rispondi No, fermati e parlane con il tuo centro: puoi tornare qui quando vuoi.',
    },
    questionIt('P_READ', 'Hai letto le informazioni sul registro, dall’inizio alla fine?'),
    questionIt('P_OF_AGE', 'Hai compiuto 18 anni, oppure rispondi come genitore o tutore di chi non li ha compiuti?'),
    questionIt('P_QUESTIONS', 'Hai potuto fare domande al tuo centro e hai ricevuto risposte che hai capito?'),
    questionIt('P_CARE', 'Sai che le tue cure restano le stesse qualunque cosa tu risponda?'),
    questionIt('P_WITHDRAW', 'Sai come cambiare idea e ritirare i consensi in qualsiasi momento?'),
    questionIt('P_FREE', 'Stai rispondendo liberamente, senza che nessuno ti spinga a farlo?'),
  ],
  en: [
    { type: 'title', text: 'Before you decide' },
    {
      type: 'text',
      text: 'Answer these six questions. They make sure that you have everything you need to choose. If you answer No to one of them, stop and talk to your centre about it: you can come back here whenever you like.',
    },
    questionEn('P_READ', 'Have you read the information about the registry from beginning to end?'),
    questionEn('P_OF_AGE', 'Are you 18 or over, or do you answer as the parent or guardian of someone who is not?'),
    questionEn('P_QUESTIONS', 'Could you ask your centre questions, and did you get answers that you understood?'),
    questionEn('P_CARE', 'Do you know that your care stays the same whatever you answer?'),
    questionEn('P_WITHDRAW', 'Do you know how to change your mind and withdraw your consents at any time?'),
    questionEn('P_FREE', 'Are you answering freely, with nobody pushing you?'),
  ],
}
