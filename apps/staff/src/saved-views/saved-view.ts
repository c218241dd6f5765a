/** A view has a name and an owner. What it shows belongs to its page. */
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
  /** Whether the view gets what the page shows. */
  readonly replaces: boolean
}

/** The texts of the views of one page. */
type ViewTexts = {
  /** What a name must not contain, and what a view keeps. */
  readonly hint: string
  readonly replace: string
}

export type ViewProps<View extends SavedView> = {
  readonly texts: ViewTexts
  /** Whether a view shows what the page shows. */
  readonly isShown: (view: View) => boolean
  readonly canShare: boolean
  readonly onSave: (content: ViewContent) => Promise<unknown>
  readonly onChange: (view: View, content: ViewContent) => Promise<unknown>
  readonly onRemove: (view: View) => void
}
