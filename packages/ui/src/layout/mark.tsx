/**
 * The product's mark: the four chains of haemoglobin, two of each kind, in the colour of the text around it (REQ-UI-15).
 * The icons in packages/ui/public show the same shapes on the yellow tile.
 */
export const Mark = ({ size = 28 }: { readonly size?: number }) => (
  <svg width={size} height={size} viewBox="5 5 22 22" aria-hidden="true">
    <g fill="currentColor">
      <circle cx="11" cy="11" r="4.6" />
      <circle cx="21" cy="21" r="4.6" />
    </g>
    <g fill="none" stroke="currentColor" strokeWidth="2.4">
      <circle cx="21" cy="11" r="3.4" />
      <circle cx="11" cy="21" r="3.4" />
    </g>
  </svg>
)
