import type { Sf36QuestionText } from '@registry/domain/sf36/text'

const howMuch = ['Per nulla', 'Poco', 'Abbastanza', 'Molto', 'Del tutto']

/** The project's own words for the 11 items. They replace the validated instrument in demonstrations only. */
export const demonstrationIt: Sf36QuestionText[] = [
  {
    text: 'Come sta andando la tua salute, nel complesso?',
    help: 'Scegli la risposta che le si avvicina di più.',
    options: ['Benissimo', 'Bene', 'Abbastanza bene', 'Così così', 'Male'],
    questions: [],
  },
  {
    text: 'Rispetto a dodici mesi fa, la tua salute è cambiata?',
    help: 'Pensa a com’era un anno fa in questo periodo.',
    options: ['È molto migliorata', 'È un po’ migliorata', 'È rimasta uguale', 'È un po’ peggiorata', 'È molto peggiorata'],
    questions: [],
  },
  {
    text: 'In una giornata qualsiasi, quanto ti riesce difficile…',
    help: 'Rispondi per come stai in questo periodo, anche se non fai spesso queste cose.',
    options: ['Molto difficile', 'Un po’ difficile', 'Per niente difficile'],
    questions: [
      'fare uno sforzo intenso, come correre o spostare un armadio?',
      'fare uno sforzo medio, come pulire casa o pedalare in pianura?',
      'portare a casa la spesa?',
      'fare a piedi più piani di scale?',
      'fare a piedi un solo piano di scale?',
      'prendere qualcosa da terra?',
      'camminare per più di mezz’ora?',
      'camminare per un quarto d’ora?',
      'camminare per cinque minuti?',
      'lavarti e vestirti senza aiuto?',
    ],
  },
  {
    text: 'Nell’ultimo mese la tua salute fisica ha avuto questi effetti sul lavoro, sullo studio o sulle cose di casa?',
    help: 'Pensa al corpo: stanchezza, dolori, terapie. Per l’umore c’è la domanda dopo.',
    options: ['Sì', 'No'],
    questions: [
      'Hai potuto dedicarci meno tempo del solito.',
      'Hai concluso meno di quello che speravi.',
      'Hai lasciato perdere qualcosa.',
      'Ti è costato più fatica.',
    ],
  },
  {
    text: 'E il tuo umore, nell’ultimo mese, ha avuto questi effetti?',
    help: 'Pensa a tristezza, preoccupazioni, nervosismo.',
    options: ['Sì', 'No'],
    questions: [
      'Hai potuto dedicare meno tempo del solito al lavoro, allo studio o alla casa.',
      'Hai concluso meno di quello che speravi.',
      'Hai fatto le cose con meno cura.',
    ],
  },
  {
    text: 'Nell’ultimo mese quanto la salute o l’umore ti hanno allontanato da parenti, amici e vicini?',
    help: 'Contano sia la salute fisica sia l’umore.',
    options: howMuch,
    questions: [],
  },
  {
    text: 'Quanto era forte il dolore, nell’ultimo mese?',
    help: 'Se è cambiato da un giorno all’altro, pensa alla maggior parte dei giorni.',
    options: ['Non ne ho avuto', 'Appena percettibile', 'Leggero', 'Medio', 'Forte', 'Fortissimo'],
    questions: [],
  },
  {
    text: 'Quanto il dolore ti ha rallentato nelle cose di ogni giorno, in casa e fuori?',
    help: 'Se non hai avuto dolore, scegli «Per nulla».',
    options: howMuch,
    questions: [],
  },
  {
    text: 'Nell’ultimo mese, per quanto tempo…',
    help: 'Scegli la risposta più vicina a come ti sei sentito o sentita.',
    options: ['Sempre', 'Quasi sempre', 'Spesso', 'A volte', 'Di rado', 'Mai'],
    questions: [
      'ti sei sentito o sentita in forze?',
      'hai avuto ansia?',
      'hai avuto l’umore così basso che niente ti consolava?',
      'hai provato serenità?',
      'hai avuto energie da spendere?',
      'hai provato tristezza?',
      'ti sono mancate le forze?',
      'hai provato gioia?',
      'hai avuto stanchezza addosso?',
    ],
  },
  {
    text: 'Nell’ultimo mese quanto spesso la salute o l’umore ti hanno fatto rinunciare a vedere qualcuno?',
    help: 'Per esempio una visita a casa di amici o una festa in famiglia.',
    options: ['Sempre', 'Quasi sempre', 'A volte', 'Di rado', 'Mai'],
    questions: [],
  },
  {
    text: 'Quanto è vera per te ognuna di queste frasi?',
    help: 'Non c’è una risposta giusta.',
    options: ['Vera', 'Quasi vera', 'Non saprei', 'Quasi falsa', 'Falsa'],
    questions: [
      'Prendo ogni malanno che c’è in giro.',
      'In salute me la cavo come i miei coetanei.',
      'Tra qualche anno starò peggio di oggi.',
      'Della mia salute non mi posso lamentare.',
    ],
  },
]
