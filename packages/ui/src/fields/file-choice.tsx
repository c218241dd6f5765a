import { Button, type ButtonProps, FileButton } from '@mantine/core'
import { type ReactNode, useRef } from 'react'

type Props = Pick<ButtonProps, 'disabled' | 'loading' | 'size'> & {
  readonly accept: string
  readonly describedBy?: string
  readonly onChoose: (file: File) => void
  readonly children: ReactNode
}

/** The button that chooses a file. It forgets the choice, because a browser does not report the same name twice. */
export const FileChoice = ({ accept, describedBy, onChoose, children, ...button }: Props) => {
  const reset = useRef<() => void>(null)
  const choose = (file: File | null): void => {
    if (file) onChoose(file)
    reset.current?.()
  }
  return (
    <FileButton accept={accept} resetRef={reset} onChange={choose}>
      {(props) => (
        <Button {...props} {...button} variant="default" aria-describedby={describedBy}>
          {children}
        </Button>
      )}
    </FileButton>
  )
}
