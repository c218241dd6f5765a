import { Trans } from '@lingui/react/macro'
import { TelephoneLink } from '@registry/ui/layout/telephone-link.tsx'
import { useRouteContext } from '@tanstack/react-router'

/** Name and number of the patient's centre, where the page advises to ask it. A centre without a number shows nothing. */
export const CentreTelephone = () => {
  const centre = useRouteContext({ from: '/_signed-in', select: ({ user }) => user.patientCentre })
  if (!centre || centre.telephone === null) return null
  const { name, telephone } = centre
  return (
    <p>
      <Trans>
        {name}, telefono <TelephoneLink telephone={telephone} />
      </Trans>
    </p>
  )
}
