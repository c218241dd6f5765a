import type { Ports } from '@registry/api-contract/ports'
import { AppError } from '@registry/domain/error'

const absent = async (): Promise<never> => {
  throw new AppError('not_found')
}

/** Ports that refuse every call. Tests of HTTP use them for the features that they do not test. */
export const refusingPorts: Ports = {
  consentReceipts: { checkCode: absent, checkFile: absent },
  consents: { document: absent, current: absent, history: absent, shownTexts: absent, summary: absent, give: absent, withdraw: absent },
  help: { page: absent },
  home: { staff: absent, patient: absent, dataUses: absent, confirmRecall: absent },
  identityRequests: { add: absent, received: absent },
  ownSessions: { list: absent, draftKeys: absent, end: absent, endAll: absent },
  personalData: { read: absent, save: absent, verifyMobile: absent },
  referenceTables: { rows: absent },
  savedFilters: {
    list: absent,
    get: absent,
    save: absent,
    change: absent,
    picker: absent,
    fieldInfo: absent,
    checkSql: absent,
    run: absent,
    count: absent,
    summary: absent,
    exportRisk: absent,
    exportProgress: absent,
  },
  secondFactor: { signIn: absent, state: absent, begin: absent, confirm: absent, renewCodes: absent, remove: absent },
  sessions: { current: async () => null, end: async () => {}, chooseLanguage: absent, site: absent },
  sf36: { questionnaire: absent, fill: absent, responses: absent, response: absent, versions: absent },
  signIn: {
    staff: absent,
    requestCode: absent,
    withCode: absent,
    forgottenByStaff: absent,
    forgottenByPatient: absent,
    openLink: absent,
    confirmReturn: absent,
    answerInvitation: absent,
    passwordRules: absent,
    changePassword: absent,
  },
  studies: {
    list: absent,
    detail: absent,
    flow: absent,
    options: absent,
    create: absent,
    change: absent,
    setEndDate: absent,
    decideEthics: absent,
    retrieveCandidates: absent,
    candidates: absent,
    decideCandidates: absent,
    terminate: absent,
    suspend: absent,
    reactivate: absent,
    remove: absent,
    mine: absent,
    own: absent,
    answer: absent,
  },
}
