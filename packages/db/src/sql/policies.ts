import { filterRole, ownerRole, serverRole } from '../roles.ts'
import { own, type Statement } from './text.ts'

type Policy = {
  readonly to: string
  readonly for: 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE' | 'ALL'
  readonly using?: string
  readonly check?: string
}

const everything = (to: string): Policy => ({ to, for: 'ALL', using: 'true', check: 'true' })

const ofOwnCentre = `center_code = ${own.centre}`
const ofVisibleCentre = `(${ofOwnCentre} OR center_code = ${own.centres})`
const inRegistry = 'EXISTS (SELECT FROM patient AS p WHERE p.id = patient_id AND p.c_db_no_notification IS NULL)'

const identityOf = `(${ofOwnCentre} OR patient_id = ${own.patient})`
const blockOf = `((consented AND ${ofVisibleCentre}) OR patient_id = ${own.patient})`
/** The history of a block is seen by whoever sees the block: the sub-select is under the block's own policies. */
const versionsOf = (block: string) => `EXISTS (SELECT FROM ${block} AS b WHERE b.patient_id = ${block}_version.patient_id)`

const filterBlock: Policy = { to: filterRole, for: 'SELECT', using: `consented AND center_code = ${own.centres}` }
const ownSubject = `subject IN (SELECT consent_subject FROM patient WHERE id = ${own.patient})`
const subjectOfOwnCentre = `EXISTS (SELECT FROM patient AS p WHERE p.consent_subject = subject AND p.${ofOwnCentre})`
/** Sessions of whoever stands behind the session at hand (security.md 4.7). */
const ofOwnAccount = 'account_id = (SELECT s.account_id FROM own_session() AS s)'
const inManifest = `patient_ids @> ARRAY[${own.patient}]`

/** Who sees and writes which rows of every table that knows patients (D5, D7, D8, D10); without a context, nobody any. */
const policies: Readonly<Record<string, readonly Policy[]>> = {
  patient: [
    { to: serverRole, for: 'SELECT', using: `${ofVisibleCentre} OR id = ${own.patient}` },
    { to: serverRole, for: 'INSERT', check: ofOwnCentre },
    { to: serverRole, for: 'UPDATE', using: `c_db_no_notification IS NULL AND (${ofOwnCentre} OR id = ${own.patient})` },
    { to: filterRole, for: 'SELECT', using: `c_db AND center_code = ${own.centres}` },
  ],
  patient_identity: [
    { to: serverRole, for: 'SELECT', using: identityOf },
    { to: serverRole, for: 'INSERT', check: ofOwnCentre },
    { to: serverRole, for: 'UPDATE', using: `${identityOf} AND ${inRegistry}` },
  ],
  patient_personal: [
    { to: serverRole, for: 'SELECT', using: blockOf },
    { to: serverRole, for: 'UPDATE', using: `NOT closed AND ((consented AND ${ofOwnCentre}) OR patient_id = ${own.patient})` },
    filterBlock,
  ],
  patient_medical: [
    { to: serverRole, for: 'SELECT', using: blockOf },
    { to: serverRole, for: 'UPDATE', using: `NOT closed AND consented AND ${ofOwnCentre}` },
    filterBlock,
  ],
  patient_identity_version: [{ to: serverRole, for: 'SELECT', using: identityOf }],
  patient_personal_version: [{ to: serverRole, for: 'SELECT', using: versionsOf('patient_personal') }],
  patient_medical_version: [{ to: serverRole, for: 'SELECT', using: versionsOf('patient_medical') }],
  consent_event: [
    { to: serverRole, for: 'SELECT', using: ownSubject },
    { to: serverRole, for: 'INSERT', check: `channel = 'patient' AND ${ownSubject}` },
    // A centre registers its patient; what the patient agrees to, only the patient says.
    { to: serverRole, for: 'INSERT', check: `channel IN ('centre', 'service') AND field = 'C_DB' AND ${subjectOfOwnCentre}` },
  ],
  consent_text_sent: [
    { to: serverRole, for: 'SELECT', using: ownSubject },
    { to: serverRole, for: 'INSERT', check: ownSubject },
  ],
  account: [],
  session: [
    { to: serverRole, for: 'SELECT', using: ofOwnAccount },
    { to: serverRole, for: 'DELETE', using: ofOwnAccount },
  ],
  notification: [{ to: serverRole, for: 'INSERT', check: 'true' }],
  import_run: [
    { to: serverRole, for: 'SELECT', using: ofOwnCentre },
    { to: serverRole, for: 'INSERT', check: ofOwnCentre },
  ],
  // Of a centre there is nothing left here: what a role with an area sees, its area decides (D7, D8).
  anonymous_record: [{ to: filterRole, for: 'SELECT', using: `region = ${own.areas}` }],
  // Written by trigger, emptied by withdrawal, read by nobody yet (D11).
  audit_read: [],
  export_manifest: [
    { to: serverRole, for: 'SELECT', using: `"by" = ${own.actor} OR ${inManifest}` },
    { to: serverRole, for: 'INSERT', check: `"by" = ${own.actor}` },
  ],
}

/** Tables under row security. */
export const guardedTables: readonly string[] = Object.keys(policies)

const create = (table: string, { to, for: command, using, check }: Policy, position: number): Statement =>
  `CREATE POLICY p${position} ON ${table} FOR ${command} TO ${to}${using ? ` USING (${using})` : ''}${check ? ` WITH CHECK (${check})` : ''}`

const dropAll: Statement = `DO $$
  DECLARE old record;
  BEGIN
    FOR old IN SELECT policyname, tablename FROM pg_policies WHERE schemaname = 'public' LOOP
      EXECUTE format('DROP POLICY %I ON %I', old.policyname, old.tablename);
    END LOOP;
  END $$`

export const policyObjects: readonly Statement[] = [
  dropAll,
  ...Object.entries(policies).flatMap(([table, ofTable]) => [
    `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`,
    ...[everything(ownerRole), ...ofTable].map((policy, position) => create(table, policy, position)),
  ]),
]
