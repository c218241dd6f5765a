import type { Sf36QuestionText } from '@registry/domain/sf36/text'

const howMuch = ['Not in the least', 'Slightly', 'Somewhat', 'Greatly', 'Completely']

/** The project's own words for the 11 items. They replace the validated instrument in demonstrations only. */
export const demonstrationEn: Sf36QuestionText[] = [
  {
    text: 'How is your health going, taken as a whole?',
    help: 'Choose the answer that comes closest.',
    options: ['Very well', 'Well', 'Fairly well', 'So-so', 'Badly'],
    questions: [],
  },
  {
    text: 'Has your health changed in the last twelve months?',
    help: 'Think of how it was at this time last year.',
    options: ['It is much improved', 'It is a little improved', 'It has stayed the same', 'It is a little worse', 'It is a lot worse'],
    questions: [],
  },
  {
    text: 'On an ordinary day, how hard do you find it…',
    help: 'Answer for how you are these days, even if you seldom do these things.',
    options: ['Very hard', 'A little hard', 'Not hard'],
    questions: [
      'to make a big effort, such as running or moving a wardrobe?',
      'to make a medium effort, such as cleaning the house or cycling on the flat?',
      'to bring your shopping home?',
      'to walk up several floors?',
      'to walk up a single floor?',
      'to pick something up from the floor?',
      'to walk for more than half an hour?',
      'to walk for a quarter of an hour?',
      'to walk for five minutes?',
      'to wash and get dressed without help?',
    ],
  },
  {
    text: 'In the last month, did your physical health have these effects on your work, your studies or things at home?',
    help: 'Think of your body: tiredness, aches, treatments. The next question is about your mood.',
    options: ['Yes', 'No'],
    questions: [
      'You put in fewer hours than usual.',
      'You got less done than you had hoped.',
      'You let something go.',
      'It took you more effort.',
    ],
  },
  {
    text: 'And your mood, did it have these effects in the last month?',
    help: 'Think of sadness, worries, nerves.',
    options: ['Yes', 'No'],
    questions: [
      'You put fewer hours than usual into work, studies or things at home.',
      'You got less done than you had hoped.',
      'You did things with less attention.',
    ],
  },
  {
    text: 'In the last month, how much did your health or your mood keep you away from relatives, friends and neighbours?',
    help: 'Both physical health and mood count.',
    options: howMuch,
    questions: [],
  },
  {
    text: 'How strong was your pain in the last month?',
    help: 'If it changed from day to day, think of most days.',
    options: ['I had none', 'Hardly there', 'Light', 'Medium', 'Strong', 'Very strong'],
    questions: [],
  },
  {
    text: 'How much did pain slow you down in everyday things, at home and outside?',
    help: 'If you had no pain, choose “Not in the least”.',
    options: howMuch,
    questions: [],
  },
  {
    text: 'In the last month, how much of the time…',
    help: 'Choose the answer that is closest to how you felt.',
    options: ['Always', 'Nearly always', 'Often', 'At times', 'Seldom', 'Never'],
    questions: [
      'did you feel strong?',
      'were you anxious?',
      'was your mood so low that nothing comforted you?',
      'did you feel at ease?',
      'did you have energy to spend?',
      'did you feel sad?',
      'were you short of strength?',
      'did you feel joy?',
      'did you feel weary?',
    ],
  },
  {
    text: 'In the last month, how often did your health or your mood make you give up seeing somebody?',
    help: 'For example a visit to friends or a family party.',
    options: ['Always', 'Nearly always', 'At times', 'Seldom', 'Never'],
    questions: [],
  },
  {
    text: 'How true is each of these sentences for you?',
    help: 'There is no right answer.',
    options: ['True', 'Nearly true', 'I could not say', 'Nearly false', 'False'],
    questions: [
      'I catch every bug that is going around.',
      'In health I do as well as people of my age.',
      'In a few years I will be less well than today.',
      'I cannot complain about my health.',
    ],
  },
]
