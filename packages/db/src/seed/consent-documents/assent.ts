import type { DocumentContent, DocumentParagraph } from '../../schema/consents.ts'

const write = (...paragraphs: readonly string[]): readonly DocumentParagraph[] => paragraphs.map((text) => ({ type: 'text', text }))

/** The texts for minors before the answer in person (REQ-GRD-03). The questions that they answer are those of the consents. */
export const assentChild: DocumentContent = {
  it: write(
    'Queste righe sono per te.',
    'Hai una malattia del sangue. Il registro raccoglie notizie sulla salute di tante persone che hanno malattie come la tua, per esempio gli esami e le cure. Così si impara a curarle meglio.',
    'I tuoi genitori, o chi si prende cura di te, decidono se il registro può tenere le notizie su di te. Ma conta anche che cosa ne pensi tu.',
    'A ogni domanda puoi rispondere sì o no. Se rispondi no nessuno si arrabbia, e le tue cure restano le stesse. Se cambi idea, dillo quando vuoi.',
    'Se qualcosa non è chiaro, chiedi al tuo medico.',
  ),
  en: write(
    'These lines are for you.',
    'You have a disease of the blood. The registry collects facts about the health of many people with diseases like yours, such as tests and treatments. This is how doctors learn to treat them better.',
    'Your parents, or those who take care of you, decide whether the registry may keep facts about you. But what you think matters too.',
    'You can answer yes or no to every question. If you answer no, nobody will be angry, and your treatment stays the same. If you change your mind, say so at any time.',
    'If anything is not clear, ask your doctor.',
  ),
}

export const assentAdolescent: DocumentContent = {
  it: write(
    'Prima dei 18 anni il consenso lo danno i genitori o il tutore, ma vogliamo sentire anche te.',
    'Leggi le informazioni e chiedi al tuo medico tutto quello che non è chiaro. Poi rispondi tu a ogni domanda.',
    'Il tuo sì non basta da solo: serve anche quello dei genitori o del tutore. Il tuo no vale subito. Qualunque sia la risposta, le tue cure restano le stesse, e puoi cambiare idea quando vuoi.',
    'A 18 anni decidi tu, e ti chiederemo di rispondere di nuovo.',
  ),
  en: write(
    'Before you are 18, your parents or guardian give the consent, but we want to hear from you too.',
    'Read the information and ask your doctor about anything that is not clear. Then answer every question yourself.',
    'Your yes is not enough alone: that of your parents or guardian is needed too. Your no counts at once. Whatever you answer, your treatment stays the same, and you can change your mind at any time.',
    'At 18 you decide, and we will ask you to answer again.',
  ),
}
