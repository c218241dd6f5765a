import type { DocumentParagraph } from '../../schema/consents.ts'
import { topic } from './topic.ts'

export const informationEn: readonly DocumentParagraph[] = [
  {
    type: 'text',
    text: 'These pages explain what the registry is, what happens to your data and what you can decide. Take the time you need. If something is not clear, ask your centre before you answer.',
  },
  ...topic(
    '1. Who runs the registry',
    'The registry is run by a national network of centres that treat thalassaemia and other haemoglobin disorders. The data controller, who decides how data are used and answers for it, is named at the foot of the home page together with the contacts of the data protection officer, to whom you can write with any doubt.',
    'The centre that treats you is always the first place to ask: it registered you and it enters your data.',
  ),
  ...topic(
    '2. What it is for',
    'Thalassaemia and haemoglobin disorders are rare. One centre alone sees too few people to learn which treatments work best, which complications come with the years and how to prevent them. Putting together the data of many centres makes it possible.',
    'The registry’s data serve to count the people who have these conditions, compare treatments, prepare clinical studies and help centres to treat better. The registry rests on your consent: it is not an archive required by law.',
  ),
  ...topic(
    '3. Which data, from where and for how long',
    'Personal data say who you are: name, date of birth, tax code, address, contacts. Medical data are your diagnosis, the genetic results about the condition, transfusions, treatments, blood tests and imaging, hospital stays and complications. If you wish, also your answers to a questionnaire about health.',
    'They come from the records of your centre, once or several times a year, and from what you write in this area yourself. They stay in the registry as long as the registry exists, unless you withdraw. For every value it is also kept who wrote it and when.',
  ),
  ...topic(
    '4. How they are protected',
    'Your name stands apart from your medical data, and only your centre and you see it. Researchers see a code, a different one in each study. Without your consent personal and medical data are closed: nobody who works with the registry can read or change them.',
    'Every access leaves a trace that nobody can delete. Your home page shows when and for what purpose your data were used.',
  ),
  ...topic(
    '5. Studies',
    'Every study must be approved by an ethics committee. If you agreed to be contacted and your centre approves, you receive an invitation that explains the study. Read it calmly and answer yes or no.',
    'Each study needs an answer of its own: not answering means not taking part. Saying no to one study changes nothing for the others, and nothing for your care.',
  ),
  ...topic(
    '6. With whom data are shared',
    'Medical data, without a name, can be used by other centres of the network and by research groups. For three cases we ask you for a separate choice: pharmaceutical companies, public databases, countries outside the European Union. If you say no to one of these, your data stay out of the studies that involve it.',
    'Your data are not sold and are not given to employers, insurers or banks.',
  ),
  ...topic(
    '7. What you can expect',
    'Taking part brings you no money, and usually no immediate benefit for your health. It does help those who will have the same condition, and with time you too, if research finds better treatments.',
    'Results are published in general form, so that nobody can be recognised. If something important for you comes to light during research, you decide whether and how to be told.',
  ),
  ...topic(
    '8. Risks',
    'No test and no blood sample is taken only for the registry. The risk is about privacy: in a rare disease even data without a name, put together, could let someone recognise a person. So identifying data are removed, few people may search, every use is recorded, and very small groups are not published.',
    'If a breach concerned you and could harm you, we would tell you as the law requires.',
  ),
  ...topic(
    '9. Your rights',
    'You can see your data, have a copy of them, have them corrected, ask for their use to be limited or for them to be deleted, and object. You can do many of these things yourself in this area; for the others write to your centre or to the data protection officer.',
    'If you think that your data were not handled well, you can complain to the data protection authority, in Italy the Garante per la protezione dei dati personali.',
  ),
  ...topic(
    '10. If you change your mind',
    'You can change a single answer whenever you like. To leave the registry you have three ways, and your care stays the same with each of them.',
    'Stop: what was collected stays and can still be used, but nothing more is collected and you receive no more messages. Make anonymous: your name and your personal data are destroyed and the medical data stay without them, with the year in place of each date, the region in place of the centre, measured values rounded and no free text; what you have in common with fewer than four other people is removed or made more general. Nothing stays in the registry that connects them to you. Erase: personal and medical data are deleted.',
    'In each case you leave the studies that are running, your centre is told, and your access to this area closes for good. The proof of the consents given and withdrawn stays; if you make the data anonymous or erase them, without your name and with the year alone, together with a keyed fingerprint whose only use is that no file of the centre registers you again. Data already handed over to a study or already published cannot be called back.',
  ),
]
