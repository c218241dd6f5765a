import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { OwnStudy } from '@registry/api-contract/studies'
import { findVideo, parseVideoAddress } from '@registry/domain/studies/video'
import { showDate } from '@registry/ui/language/format.ts'
import { ButtonLink } from '../../app/links.tsx'
import { PageActions } from '../../app/page-actions.tsx'
import classes from './studies.module.css'
import { StudyStatus } from './study-status.tsx'
import { StudyVideo } from './study-video.tsx'

/** The video of a site whose player this site does not show. It opens in a new page, which does not learn where the patient came from (THREAT-29). */
const StudyVideoLink = ({ address: { href, host } }: { readonly address: URL }) => {
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

type Props = { readonly study: OwnStudy; readonly onProceed: () => void }

/** Topic, lead centre and data recipients of the study. */
export const StudyInformation = ({ study, onProceed }: Props) => {
  const { t } = useLingui()
  const { description, mainCentre, videoUrl, invitedAt } = study
  const video = videoUrl === null ? undefined : findVideo(videoUrl)
  const address = videoUrl === null || video ? undefined : parseVideoAddress(videoUrl)
  const destinations = useDestinations(study)
  return (
    <>
      <p className={classes.description}>{description}</p>
      {video && <StudyVideo video={video} />}
      {address && <StudyVideoLink address={address} />}
      <dl className={classes.facts}>
        <div>
          <dt>{t`Centro che lo guida`}</dt>
          <dd>{mainCentre}</dd>
        </div>
        <div>
          <dt>{t`Invito`}</dt>
          <dd>{showDate(invitedAt)}</dd>
        </div>
        {destinations.length > 0 && (
          <div>
            <dt>{t`I dati dello studio possono andare anche`}</dt>
            <dd>
              <ul className={classes.destinations}>
                {destinations.map((destination) => (
                  <li key={destination}>{destination}</li>
                ))}
              </ul>
            </dd>
          </div>
        )}
        <div>
          <dt>{t`La tua risposta`}</dt>
          <dd>
            <StudyStatus study={study} />
          </dd>
        </div>
      </dl>
      <PageActions>
        {study.state === 'waiting' && (
          <Button size="lg" onClick={onProceed}>
            {t`Consenso allo studio`}
          </Button>
        )}
        <ButtonLink to="/pstudi" variant="default" size="lg">
          {t`Indietro`}
        </ButtonLink>
      </PageActions>
    </>
  )
}

const useDestinations = ({ partners: { extraeu, f, p_db: publicDatabases } }: OwnStudy): readonly string[] => {
  const { t } = useLingui()
  return [
    ...(extraeu ? [t`fuori dall’Unione europea`] : []),
    ...(f ? [t`ad aziende farmaceutiche`] : []),
    ...(publicDatabases ? [t`in banche dati pubbliche`] : []),
  ]
}
