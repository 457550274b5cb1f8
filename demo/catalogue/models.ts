/** Model names: invented, or common given names. */
export const models: readonly string[] = `
  Adela Alba Amélie Anouk Ardith Arlo Astrid Aube Avenell Béa Beaumont Bellamy Bianca Brisa
  Calla Camber Carlo Celeste Chiara Clémence Colette Cordelia Cosima D’Avril Dahlia Delancy
  Dune Edda Élodie Emera Esmé Estela Fable Fenn Fiora Flore Gaia Greta Halden Harlow Hedda
  Heron Ida Ilaria Inès Iris Isolde Ivo Jolie Juno Katja Kestrel L’Aube L’Été L’Heure L’Ombre
  D’Ambre Lark Leonie Linnea Livia Lou Lune Maeve Maren Margaux Marlowe Mila Mistral Nadia
  Nell Noa Noémie Odette Oriel Ottilie Paloma Perle Petra Pilar Quill Rhea Romy Rosalind
  Sabira Sienna Signe Solène Søren Talia Tamsin Théa Tilda Ursa Vela Vesper Violeta Wilder
  Willa Xenia Zadie Zélie Zephyr Zoë
`
  .trim()
  .split(/\s+/)
