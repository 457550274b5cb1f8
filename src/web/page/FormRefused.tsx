/** Why a form sent without scripts was refused; renders nothing if it was not. */
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
