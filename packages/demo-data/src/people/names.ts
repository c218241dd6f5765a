/** Origin of a family. Names and birthplace follow from it. */
export type Origin = 'italian' | 'westAfrican' | 'northAfrican' | 'balkan' | 'southAsian' | 'eastAsian' | 'latinAmerican'

type Names = { readonly surnames: readonly string[]; readonly female: readonly string[]; readonly male: readonly string[] }

const parseWords = (text: string): readonly string[] => text.split(',').map((word) => word.trim().toUpperCase())

export const namesByOrigin: Readonly<Record<Origin, Names>> = {
  italian: {
    surnames:
      parseWords(`Rossi, Russo, Ferrari, Esposito, Bianchi, Romano, Colombo, Ricci, Marino, Greco, Bruno, Gallo, Conti, De Luca, Mancini, Costa,
      Giordano, Rizzo, Lombardi, Moretti, Barbieri, Fontana, Santoro, Mariani, Rinaldi, Caruso, Ferrara, Galli, Martini, Leone, Longo, Gentile,
      Martinelli, Vitale, Lombardo, Serra, Coppola, De Santis, D'Angelo, Marchetti, Parisi, Villa, Conte, Ferraro, Ferri, Fabbri, Bianco, Marini,
      Grasso, Valentini, Messina, Sala, De Angelis, Gatti, Pellegrini, Palumbo, Sanna, Farina, Rizzi, Monti, Cattaneo, Morelli, Amato, Silvestri,
      Mazza, Testa, Grassi, Pellegrino, Carbone, Giuliani, Benedetti, Barone, Rossetti, Caputo, Montanari, Guerra, Palmieri, Bernardi, Martino,
      Fiore, De Rosa, Ferretti, Bellini, Basile, Riva, Donati, Piras, Vitali, Battaglia, Sartori, Neri, Costantini, Milani, Pagano, Ruggiero,
      Sorrentino, D'Amico, Orlando, Damico, Negri, Melis, Pinna, Murgia, Cocco, Puddu, Lai, Floris, Carta, Deiana, Meloni, Zanella, Cavallini,
      Zamboni, Guidi, Casadei, Cirillo, Lo Presti, La Rosa, Di Stefano, Cannizzaro, Spina, Licata, Scalia, Tumminello, Brusca, Bevilacqua, Tosi`),
    female:
      parseWords(`Giulia, Maria, Anna, Francesca, Sara, Laura, Chiara, Valentina, Martina, Elena, Federica, Alessia, Silvia, Giovanna, Paola, Roberta,
      Elisa, Simona, Daniela, Claudia, Angela, Rosa, Giuseppina, Caterina, Teresa, Antonella, Monica, Stefania, Barbara, Cristina, Michela, Ilaria,
      Serena, Veronica, Beatrice, Alice, Gaia, Sofia, Aurora, Giorgia, Noemi, Rita, Patrizia, Donatella, Carla, Maria Grazia, Anna Maria, Rosaria`),
    male: parseWords(`Marco, Andrea, Luca, Giuseppe, Antonio, Francesco, Alessandro, Giovanni, Matteo, Davide, Stefano, Roberto, Paolo, Fabio, Simone,
      Salvatore, Mario, Daniele, Claudio, Massimo, Riccardo, Federico, Gabriele, Lorenzo, Nicola, Enrico, Alberto, Michele, Vincenzo, Domenico, Pietro,
      Emanuele, Gianluca, Maurizio, Filippo, Tommaso, Leonardo, Edoardo, Mattia, Raffaele, Ignazio, Efisio, Gavino, Calogero, Rosario, Sergio, Ivan`),
  },
  westAfrican: {
    surnames: parseWords(
      'Okafor, Adeyemi, Eze, Obi, Mensah, Owusu, Boateng, Asante, Diop, Ndiaye, Fall, Sow, Kone, Traore, Ouedraogo, Coulibaly, Diallo, Bello, Osei, Kamara',
    ),
    female: parseWords('Blessing, Joy, Fatou, Aminata, Grace, Abena, Ama, Aissatou, Mariam, Awa, Gift, Precious, Esther, Adjoa'),
    male: parseWords('Emmanuel, Samuel, Moussa, Ibrahima, Kwame, Kofi, Chidi, David, Ousmane, Abdoulaye, Joseph, Daniel, Mamadou, Victor'),
  },
  northAfrican: {
    surnames: parseWords('El Idrissi, Benali, Haddad, Mansouri, Ben Salah, Trabelsi, Amrani, Saidi, Hassan, Mahmoud, Chraibi, Bouazizi'),
    female: parseWords('Fatima, Amina, Salma, Nour, Khadija, Yasmine, Imane, Hajar, Mariem'),
    male: parseWords('Mohamed, Youssef, Ahmed, Omar, Karim, Hamza, Bilal, Tarek, Amir'),
  },
  balkan: {
    surnames: parseWords('Hoxha, Shehu, Dervishi, Prifti, Gjoka, Leka, Popescu, Ionescu, Dumitru, Popa, Marku, Kola'),
    female: parseWords('Elira, Anisa, Mirela, Elena, Ioana, Andreea, Arta, Besa, Denisa'),
    male: parseWords('Arben, Ilir, Andrei, Mihai, Altin, Erion, Besnik, Alexandru, Dritan'),
  },
  southAsian: {
    surnames: parseWords('Hossain, Rahman, Khan, Ahmed, Singh, Kaur, Perera, Fernando, Malik, Iqbal, Islam, Chowdhury'),
    female: parseWords('Ayesha, Nadia, Priya, Fatema, Simran, Sana, Nusrat, Zainab'),
    male: parseWords('Imran, Rahim, Arjun, Bilal, Nuwan, Tariq, Hasan, Faisal'),
  },
  eastAsian: {
    surnames: parseWords('Hu, Chen, Zhang, Wang, Lin, Zhou, Santos, Reyes, Cruz, Garcia'),
    female: parseWords('Li, Mei, Xiaoyan, Jasmine, Maricel, Angelica, Yan'),
    male: parseWords('Wei, Jun, Lei, Mark, Jerome, Christian, Hao'),
  },
  latinAmerican: {
    surnames: parseWords('Silva, Santos, Pereira, Rodriguez, Mendoza, Flores, Castillo, Peralta, Reyes, Almeida'),
    female: parseWords('Camila, Ana, Luciana, Yolanda, Carolina, Beatriz, Rosa'),
    male: parseWords('Luis, Carlos, Rafael, Joao, Diego, Miguel, Thiago'),
  },
}
