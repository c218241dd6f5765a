import { OwnSecurity } from '@registry/app-shell/security/own-security.tsx'
import { SecondFactorSummary } from './second-factor-summary.tsx'

/** The security dialog of staff: second factor and sessions (REQ-ACC-01). */
export const StaffSecurity = ({ onClose }: { readonly onClose: () => void }) => (
  <OwnSecurity onClose={onClose}>
    <SecondFactorSummary onLeave={onClose} />
  </OwnSecurity>
)
