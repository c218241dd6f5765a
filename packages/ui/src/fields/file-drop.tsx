import { type DragEvent, type ReactNode, useState } from 'react'
import classes from './file-drop.module.css'

type Props = { readonly disabled: boolean; readonly onChoose: (file: File) => void; readonly children: ReactNode }

/** An area that takes a dropped file. Its children have the button that chooses a file without a mouse. */
export const FileDrop = ({ disabled, onChoose, children }: Props) => {
  const [isOver, setOver] = useState(false)
  const onDragOver = (event: DragEvent): void => {
    // The browser would open the file.
    event.preventDefault()
    setOver(!disabled)
  }
  const onDrop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file && !disabled) onChoose(file)
  }
  return (
    <div
      role="presentation"
      className={classes.area}
      data-over={isOver || undefined}
      onDragOver={onDragOver}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      {children}
    </div>
  )
}
