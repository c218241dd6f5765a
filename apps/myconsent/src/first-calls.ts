import { sendFirstCalls } from '@registry/app-shell/first-calls.ts'

sendFirstCalls({
  '/myconsent': [['home.patient'], ['consents.current']],
  '/consenso': [
    ['consents.information'],
    ['consents.preliminary'],
    ['consents.points'],
    ['consents.current'],
    ['consents.answered'],
    ['consents.reconsentRequest'],
  ],
  '/pdati': [['personalData.read']],
  '/sf36': [['sf36.questionnaire']],
  '/pstudi': [['studies.mine']],
})
