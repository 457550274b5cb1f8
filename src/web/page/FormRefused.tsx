/** Why a form that was sent without scripts came to nothing; nothing where it did not. */
export function FormRefused({ text }: { text: string | undefined }) {
  if (!text) return null
  return (
    <div className="wrap pt-8">
      <p className="notice" role="alert">
        {text}
      </p>
    </div>
  )
}
