import { Anchor } from '@mantine/core'
import classes from './telephone-link.module.css'

/** A number that a phone calls. */
export const TelephoneLink = ({ telephone }: { readonly telephone: string }) => (
  <Anchor inherit className={classes.telephone ?? ''} href={`tel:${telephone.replaceAll(/[^\d+]/g, '')}`}>
    {telephone}
  </Anchor>
)
