import { sendFirstCalls } from '@registry/app-shell/first-calls.ts'

sendFirstCalls({
  '/myconsent': [['home.patient'], ['consents.current']],
  '/consenso': [
    ['consents.information'],
    ['consents.preliminary'],
    ['consents.points'],
    ['consents.current'],
    ['consents.answered'],
    ['consents.renewal'],
  ],
  '/pdati': [['personalData.read'], ['referenceTables.rows', { table: 'svc_nation' }], ['referenceTables.rows', { table: 'svc_region' }]],
  '/sf36': [['sf36.questionnaire']],
  '/pstudi': [['studies.mine']],
})
