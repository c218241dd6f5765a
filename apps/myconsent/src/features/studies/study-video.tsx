import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { Video } from '@registry/domain/studies/video'
import { useState } from 'react'
import classes from './studies.module.css'

/**
 * The video of a study. Its site learns nothing before the patient opens it (THREAT-29). The player needs the address of this site, so it
 * gets the host name alone, and the text states this.
 */
export const StudyVideo = ({ video: { site, player } }: { readonly video: Video }) => {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  if (open)
    return (
      <iframe
        className={classes.video}
        src={player}
        title={t`Video dello studio`}
        sandbox="allow-scripts allow-same-origin allow-presentation"
        referrerPolicy="origin"
        allow="fullscreen"
      />
    )
  return (
    <div className={`${classes.videoOffer} no-print`}>
      <p>
        {t`Lo studio ha un video su ${site}. Se lo apri, ${site} riceve l’indirizzo di rete del tuo dispositivo e il nome di questo sito.`}
      </p>
      <Button variant="default" size="lg" onClick={() => setOpen(true)}>
        {t`Guarda il video`}
      </Button>
    </div>
  )
}
