import type { ErrorDetail } from '@registry/domain/error'
import { AppError } from '@registry/domain/error'
import type { Actor, Site } from '../caller.ts'
import type { Ports } from '../ports.ts'
import type { Context } from '../trpc.ts'

/** The ports of a test. Missing methods refuse with `not_found`. */
export type FakePorts = { readonly [Name in keyof Ports]?: Partial<Ports[Name]> }

const refuse = (): Promise<never> => Promise.reject(new AppError('not_found'))

/** The keys of the only account of a test. */
const fakeDraftKeys = { current: Buffer.alloc(32, 1).toString('base64'), previous: Buffer.alloc(32, 2).toString('base64') }

const buildPorts = (ports: FakePorts): Ports => ({
  consentReceipts: { checkCode: refuse, checkFile: refuse, ...ports.consentReceipts },
  consents: {
    document: refuse,
    current: refuse,
    history: refuse,
    shownTexts: refuse,
    summary: refuse,
    give: refuse,
    withdraw: refuse,
    ...ports.consents,
  },
  centreFigures: { read: refuse, ...ports.centreFigures },
  cohort: { read: refuse, ...ports.cohort },
  ecrf: {
    patients: refuse,
    choices: refuse,
    read: refuse,
    save: refuse,
    add: refuse,
    history: refuse,
    past: refuse,
    printVisit: refuse,
    signatures: refuse,
    sign: refuse,
    ...ports.ecrf,
  },
  exportManifests: { search: refuse, choices: refuse, get: refuse, ...ports.exportManifests },
  findings: {
    list: refuse,
    answer: refuse,
    close: refuse,
    overview: refuse,
    queries: refuse,
    ask: refuse,
    reply: refuse,
    closeQuery: refuse,
    ...ports.findings,
  },
  help: { page: refuse, ...ports.help },
  home: { staff: refuse, patient: refuse, dataUses: refuse, confirmRecall: refuse, ...ports.home },
  identityRequests: { add: refuse, received: refuse, ...ports.identityRequests },
  ownSessions: { list: refuse, draftKeys: async () => fakeDraftKeys, end: refuse, endAll: refuse, ...ports.ownSessions },
  personalData: { read: refuse, save: refuse, undoContactChange: refuse, verifyMobile: refuse, ...ports.personalData },
  recallStatus: { check: refuse, ...ports.recallStatus },
  referenceTables: { rows: refuse, history: refuse, ...ports.referenceTables },
  savedFilters: {
    cohort: refuse,
    list: refuse,
    get: refuse,
    history: refuse,
    save: refuse,
    change: refuse,
    disable: refuse,
    enable: refuse,
    remove: refuse,
    picker: refuse,
    fieldInfo: refuse,
    checkSql: refuse,
    run: refuse,
    count: refuse,
    summary: refuse,
    exportRisk: refuse,
    exportProgress: refuse,
    ...ports.savedFilters,
  },
  secondFactor: {
    signIn: refuse,
    state: refuse,
    begin: refuse,
    confirm: refuse,
    renewCodes: refuse,
    remove: refuse,
    ...ports.secondFactor,
  },
  sessions: { current: refuse, end: refuse, chooseLanguage: refuse, site: refuse, ...ports.sessions },
  sf36: { questionnaire: refuse, fill: refuse, responses: refuse, response: refuse, versions: refuse, ...ports.sf36 },
  signIn: {
    staff: refuse,
    requestCode: refuse,
    withCode: refuse,
    forgottenByStaff: refuse,
    forgottenByPatient: refuse,
    openLink: refuse,
    confirmReturn: refuse,
    answerInvitation: refuse,
    passwordRules: refuse,
    changePassword: refuse,
    ...ports.signIn,
  },
  studies: {
    list: refuse,
    detail: refuse,
    flow: refuse,
    options: refuse,
    create: refuse,
    change: refuse,
    setEndDate: refuse,
    decideEthics: refuse,
    retrieveCandidates: refuse,
    candidates: refuse,
    decideCandidates: refuse,
    participants: refuse,
    terminate: refuse,
    suspend: refuse,
    reactivate: refuse,
    remove: refuse,
    mine: refuse,
    own: refuse,
    answer: refuse,
    ...ports.studies,
  },
  imports: { list: refuse, report: refuse, undo: refuse, ...ports.imports },
  settings: { list: refuse, change: refuse, ...ports.settings },
  log: { query: refuse, choices: refuse, entry: refuse, ...ports.log },
  centres: {
    names: refuse,
    list: refuse,
    detail: refuse,
    options: refuse,
    create: refuse,
    change: refuse,
    suspend: refuse,
    reactivate: refuse,
    remove: refuse,
    restore: refuse,
    ...ports.centres,
  },
  users: {
    list: refuse,
    detail: refuse,
    options: refuse,
    create: refuse,
    change: refuse,
    suspend: refuse,
    reactivate: refuse,
    remove: refuse,
    restore: refuse,
    ...ports.users,
  },
})

export type FakeCall = {
  readonly ports: FakePorts
  readonly actor: Actor
  readonly site: Site
  readonly formatError: (detail: ErrorDetail) => string
}

/** Builds the context of one call for tests of screens, with real router, permissions and schemas, and fake ports. */
export const fakeContext = ({ ports, actor, site, formatError }: FakeCall): Context => ({
  ...buildPorts(ports),
  createCaller: ({ command, action }) => ({
    actor,
    site,
    command,
    action,
    language: 'it',
    host: '127.0.0.1',
    userAgent: 'test',
    requestId: 'test-request',
    cookies: { read: () => undefined, set: () => undefined, clear: () => undefined },
    note: () => undefined,
    recordRead: () => undefined,
  }),
  formatError,
  requestId: 'test-request',
  withAuditEntry: (_caller, work) => work(),
})
