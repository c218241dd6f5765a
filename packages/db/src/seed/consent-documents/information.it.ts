import type { DocumentParagraph } from '../../schema/consents.ts'
import { topic } from './topic.ts'

export const informationIt: readonly DocumentParagraph[] = [
  {
    type: 'text',
    text: 'Queste pagine spiegano che cos’è il registro, che cosa succede ai tuoi dati e che cosa puoi decidere tu. Prenditi il tempo che ti serve. Se qualcosa non è chiaro, chiedi al tuo centro prima di rispondere.',
  },
  ...topic(
    '1. Chi tiene il registro',
    'Il registro è tenuto da una rete nazionale di centri che curano la talassemia e le altre emoglobinopatie. Il titolare del trattamento, cioè chi decide come si usano i dati e ne risponde, è indicato in fondo alla pagina iniziale insieme ai recapiti del responsabile della protezione dei dati, a cui puoi scrivere per qualsiasi dubbio.',
    'Il tuo primo riferimento resta il centro che ti cura: è il centro che ti ha registrato e che inserisce i tuoi dati.',
  ),
  ...topic(
    '2. A che cosa serve',
    'Talassemia ed emoglobinopatie sono malattie rare. Un solo centro vede troppe poche persone per capire quali cure funzionano meglio, quali complicanze arrivano con gli anni e come prevenirle. Mettendo insieme i dati di molti centri si può.',
    'Con i dati del registro si contano le persone con queste malattie, si confrontano le terapie, si preparano studi clinici e si aiutano i centri a curare meglio. Il registro nasce dal tuo consenso: non è un archivio obbligatorio per legge.',
  ),
  ...topic(
    '3. Quali dati, da dove e per quanto tempo',
    'I dati personali sono quelli che dicono chi sei: nome, data di nascita, codice fiscale, indirizzo, recapiti. I dati medici sono la diagnosi, i risultati genetici che riguardano la malattia, le trasfusioni, le terapie, gli esami del sangue e gli esami strumentali, i ricoveri e le complicanze. Se vorrai, anche le tue risposte a un questionario sulla salute.',
    'Vengono dalla cartella del tuo centro, una volta o più volte all’anno, e da ciò che scrivi tu in quest’area. Restano nel registro finché il registro esiste, a meno che tu non ritiri il consenso. Di ogni valore si conserva anche chi lo ha scritto e quando.',
  ),
  ...topic(
    '4. Come sono protetti',
    'Il tuo nome sta separato dai dati medici e lo vedono solo il tuo centro e tu. Chi fa ricerca vede un codice, diverso da studio a studio. Senza il tuo consenso i dati personali e quelli medici sono chiusi: non li può leggere né modificare nessuno di chi lavora al registro.',
    'Ogni accesso lascia una traccia che nessuno può cancellare. Nella tua pagina iniziale trovi quando e per quale scopo i tuoi dati sono stati usati.',
  ),
  ...topic(
    '5. Gli studi',
    'Ogni studio deve essere approvato da un comitato etico. Se hai accettato di essere contattato e il tuo centro è d’accordo, ricevi un invito con la spiegazione dello studio. Leggi con calma e rispondi sì o no.',
    'Serve una risposta per ogni studio: non rispondere vuol dire non partecipare. Dire no a uno studio non cambia nulla per gli altri e nulla per le tue cure.',
  ),
  ...topic(
    '6. Con chi si condividono i dati',
    'I dati medici, senza nome, possono essere usati da altri centri della rete e da gruppi di ricerca. Per tre casi ti chiediamo una scelta a parte: le aziende farmaceutiche, le banche dati pubbliche, i Paesi fuori dall’Unione europea. Se dici no a uno di questi, i tuoi dati restano fuori dagli studi che lo prevedono.',
    'I tuoi dati non si vendono e non si danno a datori di lavoro, assicurazioni o banche.',
  ),
  ...topic(
    '7. Che cosa puoi aspettarti',
    'Partecipare non ti porta un guadagno e di solito nemmeno un vantaggio immediato per la tua salute. Aiuta però chi avrà la stessa malattia, e anche te nel tempo, se la ricerca trova cure migliori.',
    'I risultati si pubblicano in forma generale, in modo che nessuno si riconosca. Se durante una ricerca emerge qualcosa di importante per te, decidi tu se e come saperlo.',
  ),
  ...topic(
    '8. I rischi',
    'Nessun esame e nessun prelievo si fa solo per il registro. Il rischio riguarda la riservatezza: in una malattia rara anche dati senza nome, messi insieme, potrebbero far riconoscere una persona. Per questo si tolgono i dati che identificano, si limita chi può fare ricerche, si registra ogni uso e i gruppi molto piccoli non si pubblicano.',
    'Se accadesse una violazione che ti riguarda e che può farti danno, ti avviseremmo come chiede la legge.',
  ),
  ...topic(
    '9. I tuoi diritti',
    'Puoi vedere i tuoi dati, averne una copia, farli correggere, chiedere di limitarne l’uso o di cancellarli, e opporti. Molte cose le puoi fare da solo in quest’area; per le altre scrivi al tuo centro o al responsabile della protezione dei dati.',
    'Se pensi che i tuoi dati non siano stati trattati bene puoi fare reclamo al Garante per la protezione dei dati personali.',
  ),
  ...topic(
    '10. Se cambi idea',
    'Puoi cambiare una singola risposta quando vuoi. Se vuoi uscire dal registro, hai tre modi, e le tue cure restano le stesse con ognuno.',
    'Fermare: quello che è stato raccolto resta e si può ancora usare, ma non si raccoglie più nulla e non ricevi più messaggi. Rendere anonimo: il tuo nome e i tuoi dati personali vengono distrutti e i dati medici restano senza di essi, con l’anno al posto di ogni data, la regione al posto del centro, i valori misurati arrotondati e nessun testo libero; quello che hai in comune con meno di quattro altre persone viene tolto o reso più generico. Nel registro non resta nulla che li colleghi a te. Cancellare: si eliminano i dati personali e quelli medici.',
    'In ogni caso esci dagli studi in corso, il tuo centro viene avvisato e l’accesso a quest’area si chiude per sempre. Resta la prova dei consensi dati e ritirati; se rendi anonimi o cancelli i dati, senza il tuo nome e con il solo anno, insieme a un’impronta cifrata che serve solo a non registrarti di nuovo con un file del centro. I dati già consegnati a uno studio o già pubblicati non si possono richiamare.',
  ),
]
