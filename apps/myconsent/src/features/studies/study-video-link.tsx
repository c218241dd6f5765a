import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import classes from './studies.module.css'

/** The video of a site whose player this site does not show. It opens in a new page, which does not learn where the patient came from (THREAT-29). */
export const StudyVideoLink = ({ address: { href, host } }: { readonly address: URL }) => {
  const { t } = useLingui()
  return (
    <div className={`${classes.videoOffer} no-print`}>
      <p>{t`Lo studio ha un video su ${host}. Si apre in un’altra pagina, e ${host} riceve l’indirizzo di rete del tuo dispositivo.`}</p>
      <Button component="a" href={href} target="_blank" rel="noopener noreferrer" variant="default" size="lg">
        {t`Apri il video`}
      </Button>
    </div>
  )
}
