export type Question = {
  id: string
  question: string
  answer: string
  /** A link to what the answer is about. */
  way?: { label: string; to: string }
}

/** Questions whose answers open one by one, even without scripts. */
export function Questions({ questions }: { questions: Question[] }) {
  return questions.map(({ id, question, answer, way }) => (
    <details key={id} className="question" id={id}>
      <summary>{question}</summary>
      <p>{answer}</p>
      {way && (
        <p>
          <a className="link" href={way.to}>
            {way.label}
          </a>
        </p>
      )}
    </details>
  ))
}
