/** The name and owner of a view. Its page has its content. */
export type SavedView = {
  readonly id: number
  readonly name: string
  /** Undefined where views cannot be shared. */
  readonly shared?: boolean
  /** The name of the colleague who shares the view. */
  readonly sharedBy?: string | undefined
}

type ViewContent = {
  readonly name: string
  readonly shared: boolean
  /** Whether the view takes over the content of the page. */
  readonly replaces: boolean
}

/** The texts of the views of one page. */
type ViewTexts = {
  /** The limits of a name, and the content of a view. */
  readonly hint: string
  readonly replace: string
}

export type ViewProps<View extends SavedView> = {
  readonly texts: ViewTexts
  /** Whether the content of a view is that of the page. */
  readonly isShown: (view: View) => boolean
  readonly canShare: boolean
  readonly onSave: (content: ViewContent) => Promise<unknown>
  readonly onChange: (view: View, content: ViewContent) => Promise<unknown>
  readonly onRemove: (view: View) => void
}
