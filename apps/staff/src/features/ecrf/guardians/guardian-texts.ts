import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ListedGuardian } from '@registry/api-contract/guardians'
import type { GuardianEvidence, GuardianKind, SoleReason } from '@registry/domain/guardians/kinds'

export const kindTexts = {
  PARENT: msg`Genitore`,
  GUARDIAN: msg`Tutore di un minore`,
  TUTOR: msg`Tutore di un adulto`,
  SUPPORT_TOGETHER: msg`Amministratore di sostegno, insieme al paziente`,
  SUPPORT_ALONE: msg`Amministratore di sostegno, da solo`,
} as const satisfies Record<GuardianKind, MessageDescriptor>

export const evidenceTexts = {
  ID_SEEN: msg`Documento d’identità visto`,
  COURT_ORDER: msg`Decreto o provvedimento del giudice`,
  OTHER: msg`Altra prova`,
} as const satisfies Record<GuardianEvidence, MessageDescriptor>

export const reasonTexts = {
  SOLE_RESPONSIBILITY: msg`Responsabilità di un solo genitore`,
  DEATH: msg`L’altro genitore è morto`,
  COURT: msg`Decisione del giudice`,
} as const satisfies Record<SoleReason, MessageDescriptor>

export const stateTexts = {
  pending: msg`In attesa che accetti`,
  active: msg`Può rispondere`,
  over: msg`Incarico scaduto`,
  ended: msg`Incarico chiuso`,
} as const satisfies Record<ListedGuardian['state'], MessageDescriptor>
