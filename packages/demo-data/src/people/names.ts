/** Where a family comes from; drives names, birthplace and, with the centre, the likely disease. */
export type Origin = 'italian' | 'westAfrican' | 'northAfrican' | 'balkan' | 'southAsian' | 'eastAsian' | 'latinAmerican'

type Names = { readonly surnames: readonly string[]; readonly female: readonly string[]; readonly male: readonly string[] }

const words = (text: string): readonly string[] => text.split(',').map((word) => word.trim().toUpperCase())

export const namesOf: Readonly<Record<Origin, Names>> = {
  italian: {
    surnames:
      words(`Rossi, Russo, Ferrari, Esposito, Bianchi, Romano, Colombo, Ricci, Marino, Greco, Bruno, Gallo, Conti, De Luca, Mancini, Costa,
      Giordano, Rizzo, Lombardi, Moretti, Barbieri, Fontana, Santoro, Mariani, Rinaldi, Caruso, Ferrara, Galli, Martini, Leone, Longo, Gentile,
      Martinelli, Vitale, Lombardo, Serra, Coppola, De Santis, D'Angelo, Marchetti, Parisi, Villa, Conte, Ferraro, Ferri, Fabbri, Bianco, Marini,
      Grasso, Valentini, Messina, Sala, De Angelis, Gatti, Pellegrini, Palumbo, Sanna, Farina, Rizzi, Monti, Cattaneo, Morelli, Amato, Silvestri,
      Mazza, Testa, Grassi, Pellegrino, Carbone, Giuliani, Benedetti, Barone, Rossetti, Caputo, Montanari, Guerra, Palmieri, Bernardi, Martino,
      Fiore, De Rosa, Ferretti, Bellini, Basile, Riva, Donati, Piras, Vitali, Battaglia, Sartori, Neri, Costantini, Milani, Pagano, Ruggiero,
      Sorrentino, D'Amico, Orlando, Damico, Negri, Melis, Pinna, Murgia, Cocco, Puddu, Lai, Floris, Carta, Deiana, Meloni, Zanella, Cavallini,
      Zamboni, Guidi, Casadei, Cirillo, Lo Presti, La Rosa, Di Stefano, Cannizzaro, Spina, Licata, Scalia, Tumminello, Brusca, Bevilacqua, Tosi`),
    female:
      words(`Giulia, Maria, Anna, Francesca, Sara, Laura, Chiara, Valentina, Martina, Elena, Federica, Alessia, Silvia, Giovanna, Paola, Roberta,
      Elisa, Simona, Daniela, Claudia, Angela, Rosa, Giuseppina, Caterina, Teresa, Antonella, Monica, Stefania, Barbara, Cristina, Michela, Ilaria,
      Serena, Veronica, Beatrice, Alice, Gaia, Sofia, Aurora, Giorgia, Noemi, Rita, Patrizia, Donatella, Carla, Maria Grazia, Anna Maria, Rosaria`),
    male: words(`Marco, Andrea, Luca, Giuseppe, Antonio, Francesco, Alessandro, Giovanni, Matteo, Davide, Stefano, Roberto, Paolo, Fabio, Simone,
      Salvatore, Mario, Daniele, Claudio, Massimo, Riccardo, Federico, Gabriele, Lorenzo, Nicola, Enrico, Alberto, Michele, Vincenzo, Domenico, Pietro,
      Emanuele, Gianluca, Maurizio, Filippo, Tommaso, Leonardo, Edoardo, Mattia, Raffaele, Ignazio, Efisio, Gavino, Calogero, Rosario, Sergio, Ivan`),
  },
  westAfrican: {
    surnames: words(
      'Okafor, Adeyemi, Eze, Obi, Mensah, Owusu, Boateng, Asante, Diop, Ndiaye, Fall, Sow, Kone, Traore, Ouedraogo, Coulibaly, Diallo, Bello, Osei, Kamara',
    ),
    female: words('Blessing, Joy, Fatou, Aminata, Grace, Abena, Ama, Aissatou, Mariam, Awa, Gift, Precious, Esther, Adjoa'),
    male: words('Emmanuel, Samuel, Moussa, Ibrahima, Kwame, Kofi, Chidi, David, Ousmane, Abdoulaye, Joseph, Daniel, Mamadou, Victor'),
  },
  northAfrican: {
    surnames: words('El Idrissi, Benali, Haddad, Mansouri, Ben Salah, Trabelsi, Amrani, Saidi, Hassan, Mahmoud, Chraibi, Bouazizi'),
    female: words('Fatima, Amina, Salma, Nour, Khadija, Yasmine, Imane, Hajar, Mariem'),
    male: words('Mohamed, Youssef, Ahmed, Omar, Karim, Hamza, Bilal, Tarek, Amir'),
  },
  balkan: {
    surnames: words('Hoxha, Shehu, Dervishi, Prifti, Gjoka, Leka, Popescu, Ionescu, Dumitru, Popa, Marku, Kola'),
    female: words('Elira, Anisa, Mirela, Elena, Ioana, Andreea, Arta, Besa, Denisa'),
    male: words('Arben, Ilir, Andrei, Mihai, Altin, Erion, Besnik, Alexandru, Dritan'),
  },
  southAsian: {
    surnames: words('Hossain, Rahman, Khan, Ahmed, Singh, Kaur, Perera, Fernando, Malik, Iqbal, Islam, Chowdhury'),
    female: words('Ayesha, Nadia, Priya, Fatema, Simran, Sana, Nusrat, Zainab'),
    male: words('Imran, Rahim, Arjun, Bilal, Nuwan, Tariq, Hasan, Faisal'),
  },
  eastAsian: {
    surnames: words('Hu, Chen, Zhang, Wang, Lin, Zhou, Santos, Reyes, Cruz, Garcia'),
    female: words('Li, Mei, Xiaoyan, Jasmine, Maricel, Angelica, Yan'),
    male: words('Wei, Jun, Lei, Mark, Jerome, Christian, Hao'),
  },
  latinAmerican: {
    surnames: words('Silva, Santos, Pereira, Rodriguez, Mendoza, Flores, Castillo, Peralta, Reyes, Almeida'),
    female: words('Camila, Ana, Luciana, Yolanda, Carolina, Beatriz, Rosa'),
    male: words('Luis, Carlos, Rafael, Joao, Diego, Miguel, Thiago'),
  },
}
