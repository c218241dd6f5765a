import { Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

const AnchorButton = (props: ButtonProps & Omit<ComponentProps<'a'>, keyof ButtonProps>) => <Button component="a" {...props} />

/** A link to a page of this app that looks like a button. The compiler checks its address. */
export const ButtonLink = createLink(AnchorButton)
